import type { Scenario } from '../world.ts';
import { makeWorld } from './make-world.ts';

/** What each rail loses at the worst. */
const LOSSES = [0.7, 0.45, 0.6];

export const allBad: Scenario = {
  id: 'all-bad',
  about:
    'For a fifth of the time all rails fail more often than not, some more than others; the least bad is then not the one that is best on a good day.',
  create: (seed, size) =>
    makeWorld(seed, size, (random, { durationMs }) => {
      const fromMs = durationMs * random.between(0.3, 0.5);
      const toMs = fromMs + durationMs / 5;
      return {
        rails: [0.95, 0.92, 0.9].map((chance) => ({ chance, fixedMinor: 25 })),
        shift: (rail, atMs) => (atMs >= fromMs && atMs < toMs ? -(LOSSES[rail] ?? 0) : 0),
      };
    }),
};
