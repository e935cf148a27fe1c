import { parseArgs } from 'node:util';
import { SCENARIOS } from './scenarios.ts';
import type { Scenario, Size } from './world.ts';

export interface RoutingBenchOptions {
  readonly seeds: readonly number[];
  readonly size: Size;
  readonly scenarios: readonly Scenario[];
  readonly json: boolean;
  readonly docs: boolean;
}

export type RoutingBenchOptionsResult =
  | { readonly ok: true; readonly value: RoutingBenchOptions }
  | { readonly ok: false; readonly problem: string };

export const ROUTING_USAGE = `Usage: npm run bench -- routing [options]
  --seed n       the first seed (101)
  --seeds n      how many, one after the other (12)
  --scenario id  only this one
  --short        a first impression: 2 seeds
  --json         the report as JSON on standard output
  --docs         also write the page and its pictures into docs/benchmarks`;

const HOUR_MS = 3_600_000;
/** One payment every three seconds. */
const SIZE: Size = { durationMs: 8 * HOUR_MS, payments: 9_600 };
const SEEDS = 12;
const SEEDS_SHORT = 2;
/** Our own parameters were chosen with seeds 7919, 2 × 7919 … 8 × 7919; none of those is reported on. */
const FIRST_SEED = 101;
const SEEDS_MAX = 1_000;

export function readRoutingOptions(args: readonly string[]): RoutingBenchOptionsResult {
  try {
    return check(args);
  } catch (error) {
    // Thrown by parseArgs, for options it does not know.
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

function check(args: readonly string[]): RoutingBenchOptionsResult {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string' },
      scenario: { type: 'string' },
      short: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      docs: { type: 'boolean', default: false },
    },
  });
  const first = values.seed === undefined ? FIRST_SEED : Number(values.seed);
  const count = values.seeds === undefined ? (values.short ? SEEDS_SHORT : SEEDS) : Number(values.seeds);
  const scenarios = SCENARIOS.filter(({ id }) => values.scenario === undefined || id === values.scenario);
  if (!Number.isSafeInteger(first) || first < 0) return { ok: false, problem: '--seed is a whole number.' };
  if (!Number.isSafeInteger(count) || count < 1 || count > SEEDS_MAX) {
    return { ok: false, problem: `--seeds is between 1 and ${SEEDS_MAX}.` };
  }
  if (scenarios.length === 0) {
    return { ok: false, problem: `--scenario is one of ${SCENARIOS.map(({ id }) => id).join(', ')}.` };
  }
  if (values.docs && (values.short || values.scenario !== undefined)) {
    return { ok: false, problem: '--docs needs the whole bench: no --short and no --scenario.' };
  }
  const seeds = Array.from({ length: count }, (_, index) => first + index);
  return { ok: true, value: { seeds, size: SIZE, scenarios, json: values.json, docs: values.docs } };
}
