/**
 * Makes a process die at a named point: each point alone, and each ordered pair of them. The points are what processes pass when
 * nothing goes wrong and people do a bit of everything; a point is a moment before or after a statement, a commit, or an
 * exchange with a provider.
 */
import { type Faults, NO_FAULTS } from './faults.ts';
import type { CrashPlan } from './process.ts';
import { type Life, ROUTES, simulate } from './simulate.ts';

/** Nothing fails but what is made to; people and banks still refuse now and then, so that return legs are walked too. */
const CALM: Faults = { ...NO_FAULTS, refused: 0.4, creditWrong: 0.1 };
const SEEDS_TO_FIND_POINTS = 12;

export async function findCrashPoints(firstSeed: number): Promise<readonly string[]> {
  const points = new Set<string>();
  for (let seed = firstSeed; seed < firstSeed + SEEDS_TO_FIND_POINTS; seed += 1) {
    const life = await simulate(seed, { faults: CALM, routes: ROUTES });
    for (const point of life.points) points.add(point);
  }
  return [...points].sort();
}

/** Dies at the first point, and whoever lives on at the second after that. */
export function dieAt(points: readonly string[]): {
  readonly diesAt: CrashPlan;
  readonly left: () => number;
} {
  const left = [...points];
  return {
    diesAt(_process, point) {
      if (point !== left[0]) return false;
      left.shift();
      return true;
    },
    left: () => left.length,
  };
}

export function liveThroughCrashes(seed: number, diesAt: CrashPlan): Promise<Life> {
  return simulate(seed, { faults: CALM, routes: ROUTES, diesAt });
}
