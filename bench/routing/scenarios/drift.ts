import type { Scenario } from '../world.ts';
import { makeWorld } from './make-world.ts';

export const drift: Scenario = {
  id: 'drift',
  about:
    'Four rails at the same price whose success rates rise and fall slowly and cross each other several times.',
  create: (seed, size) =>
    makeWorld(seed, size, (random, { durationMs }) => {
      const waves = [0, 1, 2, 3].map(() => ({
        phase: random.between(0, 2 * Math.PI),
        turns: random.between(1.5, 3.5),
        height: random.between(0.04, 0.08),
      }));
      return {
        rails: waves.map(() => ({ chance: 0.9, fixedMinor: 25 })),
        shift: (rail, atMs) => {
          const wave = waves[rail];
          if (wave === undefined) return 0;
          return wave.height * Math.sin(wave.phase + (atMs / durationMs) * wave.turns * 2 * Math.PI);
        },
      };
    }),
};
