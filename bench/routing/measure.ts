/** Runs policies through a scenario with several seeds and says what came of it. */
import { type Timing, timeIncidents } from './leaving.ts';
import { oracle } from './policies/oracle.ts';
import type { PolicyMaker } from './policy.ts';
import { chanceAt } from './random.ts';
import { type Run, simulate } from './simulate.ts';
import type { Scenario, Size } from './world.ts';

export interface ScenarioResult {
  readonly scenario: Scenario;
  readonly policies: readonly PolicyResult[];
}

export interface PolicyResult {
  readonly policy: string;
  /** One of each per seed, in the order of the seeds. Regret and costs are in minor units. */
  readonly regretMinor: readonly number[];
  readonly successRate: readonly number[];
  readonly costPerSuccessMinor: readonly number[];
  readonly leaving: readonly Timing[];
  readonly returning: readonly Timing[];
  /** How the regret grew, as the mean over the seeds at `CURVE_POINTS` moments, the first of them the beginning. */
  readonly regretCurveMinor: readonly number[];
}

export const CURVE_POINTS = 97;
const POLICY_STREAM = 3;

export function measureScenario(
  scenario: Scenario,
  makers: readonly PolicyMaker[],
  seeds: readonly number[],
  size: Size,
): ScenarioResult {
  const perSeed = seeds.map((seed) => measureSeed(scenario, makers, seed, size));
  return {
    scenario,
    policies: makers.map(({ id }, index) => {
      const results = perSeed.flatMap((measured) => measured[index] ?? []);
      return {
        policy: id,
        regretMinor: results.map(({ regretMinor }) => regretMinor),
        successRate: results.map(({ successRate }) => successRate),
        costPerSuccessMinor: results.map(({ costPerSuccessMinor }) => costPerSuccessMinor),
        leaving: results.flatMap(({ leaving }) => leaving),
        returning: results.flatMap(({ returning }) => returning),
        regretCurveMinor: meanCurve(results.map(({ curve }) => curve)),
      };
    }),
  };
}

interface SeedResult {
  readonly regretMinor: number;
  readonly successRate: number;
  readonly costPerSuccessMinor: number;
  readonly leaving: readonly Timing[];
  readonly returning: readonly Timing[];
  readonly curve: readonly number[];
}

function measureSeed(
  scenario: Scenario,
  makers: readonly PolicyMaker[],
  seed: number,
  size: Size,
): readonly SeedResult[] {
  const world = scenario.create(seed, size);
  // Another stream than the world's, or a policy's dice would fall with its luck.
  const policySeed = Math.floor(chanceAt(seed, POLICY_STREAM) * 2 ** 32);
  const ideal = simulate(world, oracle.create(world, policySeed));
  return makers.map(({ id, create }) => {
    const run = id === oracle.id ? ideal : simulate(world, create(world, policySeed));
    const successes = run.succeeded.filter(Boolean).length;
    const curve = regretCurve(
      world.payments.map(({ atMs }) => atMs),
      run,
      ideal,
      size.durationMs,
    );
    return {
      regretMinor: sum(run.expectedMinor) - sum(ideal.expectedMinor),
      successRate: successes / run.succeeded.length,
      costPerSuccessMinor: run.spentMinor / successes,
      ...timeIncidents(world, run, ideal),
      curve,
    };
  });
}

/** What has been lost against the oracle by each of the moments, evenly spaced. */
function regretCurve(
  timesMs: readonly number[],
  run: Run,
  ideal: Run,
  durationMs: number,
): readonly number[] {
  const curve: number[] = [];
  let lost = 0;
  let next = 0;
  for (let point = 0; point < CURVE_POINTS; point += 1) {
    const untilMs = (point / (CURVE_POINTS - 1)) * durationMs;
    for (; next < timesMs.length && (timesMs[next] ?? 0) <= untilMs; next += 1) {
      lost += (run.expectedMinor[next] ?? 0) - (ideal.expectedMinor[next] ?? 0);
    }
    curve.push(lost);
  }
  return curve;
}

function meanCurve(curves: readonly (readonly number[])[]): readonly number[] {
  return Array.from(
    { length: CURVE_POINTS },
    (_, point) => sum(curves.map((curve) => curve[point] ?? 0)) / curves.length,
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
