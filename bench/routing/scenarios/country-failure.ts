import type { Scenario } from '../world.ts';
import { makeWorld } from './make-world.ts';

export const countryFailure: Scenario = {
  id: 'country-failure',
  about:
    'The best rail fails in one of three countries, with a fifth of the payments, for a third of the time, and is sound in the others.',
  create: (seed, size) =>
    makeWorld(seed, size, (random, { durationMs }) => {
      const fromMs = durationMs * random.between(0.25, 0.4);
      return {
        rails: [0.95, 0.91, 0.9].map((chance) => ({ chance, fixedMinor: 25 })),
        incidents: [{ rail: 0, fromMs, toMs: fromMs + durationMs / 3, country: 'NL' }],
      };
    }),
};
