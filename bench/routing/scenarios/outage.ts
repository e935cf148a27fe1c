import type { Scenario } from '../world.ts';
import { makeWorld } from './make-world.ts';

export const outage: Scenario = {
  id: 'outage',
  about:
    'The best rail, at the same price as the others, breaks down at once for an eighth of the time and then is as good as before.',
  create: (seed, size) =>
    makeWorld(seed, size, (random, { durationMs }) => {
      const fromMs = durationMs * random.between(0.3, 0.45);
      return {
        rails: [0.95, 0.92, 0.9].map((chance) => ({ chance, fixedMinor: 25 })),
        incidents: [{ rail: 0, fromMs, toMs: fromMs + durationMs / 8 }],
      };
    }),
};
