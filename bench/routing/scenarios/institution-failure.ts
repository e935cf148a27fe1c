import { institutionOf } from '../payments.ts';
import type { Scenario } from '../world.ts';
import { makeWorld } from './make-world.ts';

export const institutionFailure: Scenario = {
  id: 'institution-failure',
  about:
    'The best rail fails for one bank, with an eighth of the payments, for a third of the time, and is sound for all others.',
  create: (seed, size) =>
    makeWorld(seed, size, (random, { durationMs }) => {
      const fromMs = durationMs * random.between(0.25, 0.4);
      const institution = institutionOf('FR', 'second');
      return {
        rails: [0.95, 0.91, 0.9].map((chance) => ({ chance, fixedMinor: 25 })),
        incidents: [{ rail: 0, fromMs, toMs: fromMs + durationMs / 3, institution }],
      };
    }),
};
