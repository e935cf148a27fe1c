import type { Scenario } from '../world.ts';
import { makeWorld } from './make-world.ts';

/** At the busiest moment ten times as many arrive as at the quietest. */
const PEAK = 9;
const STRAIN = 0.2;

export const seasonalLoad: Scenario = {
  id: 'seasonal-load',
  about:
    'Traffic swells and ebbs tenfold, twice; the cheapest and best rail cannot bear the peaks and then fails more often.',
  create: (seed, size) =>
    makeWorld(seed, size, (random, { durationMs }) => {
      const phase = random.between(0, 2 * Math.PI);
      const swell = (atMs: number) => (1 - Math.cos(phase + (atMs / durationMs) * 4 * Math.PI)) / 2;
      return {
        rails: [
          { chance: 0.96, fixedMinor: 20 },
          { chance: 0.93, fixedMinor: 25 },
          { chance: 0.91, fixedMinor: 20 },
        ],
        load: (atMs) => 1 + PEAK * swell(atMs),
        shift: (rail, atMs) => (rail === 0 ? -STRAIN * Math.max(0, swell(atMs) - 0.5) : 0),
      };
    }),
};
