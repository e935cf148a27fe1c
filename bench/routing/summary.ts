/** From the measurements of many seeds to what a reader compares. */
import type { Timing } from './leaving.ts';
import type { PolicyResult, ScenarioResult } from './measure.ts';

export interface Summary {
  readonly scenario: string;
  readonly about: string;
  readonly policies: readonly PolicySummary[];
  /** Whether ours lost less than each of the published ones, on average and in how many of the seeds. */
  readonly against: readonly Comparison[];
}

export interface PolicySummary {
  readonly policy: string;
  /** In units of 100 minor units. */
  readonly regret: Spread;
  readonly successRate: number;
  readonly costPerSuccess: number;
  readonly leaving: TimingSummary | undefined;
  readonly returning: TimingSummary | undefined;
}

export interface Spread {
  readonly mean: number;
  readonly deviation: number;
}

export interface TimingSummary {
  readonly meanMinutes: number;
  readonly count: number;
  /** How many had not happened when nothing more could be seen; they count with the time until then. */
  readonly never: number;
}

export interface Comparison {
  readonly policy: string;
  readonly isLower: boolean;
  readonly seedsLower: number;
  readonly seeds: number;
}

export const OURS = 'switchyard';
export const PUBLISHED: readonly string[] = ['window', 'blocks'];

const MINOR_PER_UNIT = 100;
const MINUTE_MS = 60_000;

export function summarise({ scenario, policies }: ScenarioResult): Summary {
  const ours = policies.find(({ policy }) => policy === OURS);
  return {
    scenario: scenario.id,
    about: scenario.about,
    policies: policies.map(summarisePolicy),
    against: ours === undefined ? [] : policies.filter(isPublished).map((rival) => compare(ours, rival)),
  };
}

/** A scenario is won when ours lost less than every published one. */
export function isWon({ against }: Summary): boolean {
  return against.length > 0 && against.every(({ isLower }) => isLower);
}

function isPublished({ policy }: PolicyResult): boolean {
  return PUBLISHED.includes(policy);
}

function summarisePolicy(result: PolicyResult): PolicySummary {
  return {
    policy: result.policy,
    regret: spreadOf(result.regretMinor.map((minor) => minor / MINOR_PER_UNIT)),
    successRate: mean(result.successRate),
    costPerSuccess: mean(result.costPerSuccessMinor) / MINOR_PER_UNIT,
    leaving: summariseTimings(result.leaving),
    returning: summariseTimings(result.returning),
  };
}

function summariseTimings(timings: readonly Timing[]): TimingSummary | undefined {
  if (timings.length === 0) return undefined;
  return {
    meanMinutes: mean(timings.map(({ ms }) => ms)) / MINUTE_MS,
    count: timings.length,
    never: timings.filter(({ happened }) => !happened).length,
  };
}

function compare(ours: PolicyResult, rival: PolicyResult): Comparison {
  const seedsLower = ours.regretMinor.filter(
    (regret, seed) => regret < (rival.regretMinor[seed] ?? Number.NEGATIVE_INFINITY),
  ).length;
  return {
    policy: rival.policy,
    isLower: mean(ours.regretMinor) < mean(rival.regretMinor),
    seedsLower,
    seeds: ours.regretMinor.length,
  };
}

/** The deviation is that of a sample, so one seed has none. */
function spreadOf(values: readonly number[]): Spread {
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return { mean: centre, deviation: values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1)) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
