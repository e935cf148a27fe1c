import type { Scenario } from '../world.ts';
import { makeWorld } from './make-world.ts';

export const slowButSound: Scenario = {
  id: 'slow-but-sound',
  about:
    'The best rail takes three quarters of an hour to answer, so its successes are long unknown; the quick ones fail more often.',
  create: (seed, size) =>
    makeWorld(seed, size, () => ({
      rails: [
        { chance: 0.97, fixedMinor: 20, latencyMs: 45 * 60_000 },
        { chance: 0.92, fixedMinor: 25 },
        { chance: 0.89, fixedMinor: 20 },
      ],
    })),
};
