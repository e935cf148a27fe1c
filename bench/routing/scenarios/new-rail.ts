import type { Scenario } from '../world.ts';
import { makeWorld } from './make-world.ts';

export const newRail: Scenario = {
  id: 'new-rail',
  about:
    'After two fifths of the time a rail joins that is better and cheaper than those there are, and another that is cheaper and much worse.',
  create: (seed, size) =>
    makeWorld(seed, size, (random, { durationMs }) => {
      const joinsAtMs = durationMs * random.between(0.35, 0.45);
      return {
        rails: [
          { chance: 0.92, fixedMinor: 30 },
          { chance: 0.9, fixedMinor: 30 },
          { chance: 0.96, fixedMinor: 25, joinsAtMs },
          { chance: 0.8, fixedMinor: 20, joinsAtMs },
        ],
      };
    }),
};
