/**
 * Makes processes die at named points. A point is a moment before or after a statement, a commit or an exchange with a provider;
 * which there are is found out by living through every route while nothing goes wrong. Then each point is died at, each
 * time it is passed, and each ordered pair of points: one process dies at the first, and whoever lives on at the second.
 */
import { type Faults, NO_FAULTS } from './faults.ts';
import type { CrashPlan } from './process.ts';
import { type Life, ROUTES, simulate } from './simulate.ts';
import type { Route } from './task.ts';

export interface Death {
  readonly point: string;
  /** The how manieth time the point is passed, counted from the death before. */
  readonly nth: number;
}

export interface DeathPlan {
  readonly seed: number;
  readonly routes: readonly Route[];
  readonly deaths: readonly Death[];
}

/** A life in which nothing dies, and how often it passes each point. */
export interface Passage {
  readonly seed: number;
  readonly route: Route;
  readonly times: ReadonlyMap<string, number>;
}

/** Nothing fails but what is made to; people and banks still refuse now and then, so that return legs are walked too. */
const CALM: Faults = { ...NO_FAULTS, refused: 0.4, creditWrong: 0.1 };
const SEEDS_PER_ROUTE = 4;
const LIVES_PER_PAIR_MAX = 6;

export async function walkRoutes(firstSeed: number): Promise<readonly Passage[]> {
  const passages: Passage[] = [];
  for (const route of ROUTES) {
    for (let seed = firstSeed; seed < firstSeed + SEEDS_PER_ROUTE; seed += 1) {
      const times = new Map<string, number>();
      const count: CrashPlan = (_process, point) => {
        times.set(point, (times.get(point) ?? 0) + 1);
        return false;
      };
      await simulate(seed, { faults: CALM, routes: [route], diesAt: count });
      passages.push({ seed, route, times });
    }
  }
  return passages;
}

export function pointsOf(passages: readonly Passage[]): readonly string[] {
  return [...new Set(passages.flatMap(({ times }) => [...times.keys()]))].sort();
}

/** Each point once, where it is first passed. */
export function singleDeaths(passages: readonly Passage[]): readonly (readonly DeathPlan[])[] {
  return pointsOf(passages).map((point) =>
    passages
      .filter(({ times }) => times.has(point))
      .slice(0, 1)
      .map(({ seed, route }) => ({ seed, routes: [route], deaths: [{ point, nth: 1 }] })),
  );
}

/** Every passing of every point, in one life of each route. */
export function everyDeath(passages: readonly Passage[]): readonly (readonly DeathPlan[])[] {
  return passages
    .filter(({ seed }) => seed === passages[0]?.seed)
    .flatMap(({ seed, route, times }) =>
      [...times].flatMap(([point, passed]) =>
        Array.from({ length: passed }, (_, before) => [
          { seed, routes: [route], deaths: [{ point, nth: before + 1 }] },
        ]),
      ),
    );
}

/** The lives in which a pair may come to pass: those that pass both points, then those that walk the routes of both. */
export function deathsInPair(passages: readonly Passage[], a: string, b: string): readonly DeathPlan[] {
  const deaths = [
    { point: a, nth: 1 },
    { point: b, nth: 1 },
  ];
  const ofA = passages.filter(({ times }) => times.has(a));
  const ofB = passages.filter(({ times }) => times.has(b));
  const together = ofA
    .filter(({ times }) => times.has(b))
    .map(({ seed, route }) => ({ seed, routes: [route], deaths }));
  const beside = ofA.flatMap(({ seed, route }, at) => {
    const other = ofB[at % Math.max(1, ofB.length)];
    return other === undefined ? [] : [{ seed, routes: [route, other.route], deaths }];
  });
  const half = LIVES_PER_PAIR_MAX / 2;
  return [...together.slice(0, half), ...beside].slice(0, LIVES_PER_PAIR_MAX);
}

export function tellPlan({ seed, routes, deaths }: DeathPlan): string {
  const dying = deaths.map(({ point, nth }) => (nth === 1 ? point : `${point} (time ${nth})`));
  return `seed ${seed}, ${routes.map((route) => route.join('+')).join(' and ')}, dying ${dying.join(', then ')}`;
}

export async function dieAsPlanned({ seed, routes, deaths }: DeathPlan): Promise<{
  readonly life: Life;
  readonly isReached: boolean;
}> {
  const left = [...deaths];
  let passed = 0;
  const diesAt: CrashPlan = (_process, point) => {
    const [next] = left;
    if (next === undefined || point !== next.point) return false;
    passed += 1;
    if (passed < next.nth) return false;
    left.shift();
    passed = 0;
    return true;
  };
  const life = await simulate(seed, { faults: CALM, routes, diesAt });
  return { life, isReached: left.length === 0 };
}
