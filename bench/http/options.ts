import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** How long one subject is measured in one round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Connections that each have one request under way, and clients of pgbench. */
  readonly clients: number;
  /** How long a measurement may wait for others to leave the machine alone. */
  readonly waitSeconds: number;
  /** Whether to leave out the variants: writes without an Idempotency-Key, and pgbench with pipelines. */
  readonly short: boolean;
  readonly json: boolean;
}

export type OptionsResult =
  | { readonly ok: true; readonly value: BenchOptions }
  | { readonly ok: false; readonly problem: string };

export function usageOf(suite: string): string {
  return `Usage: npm run bench -- ${suite} [options]
  --seconds n   how long each subject is measured in each round (2)
  --rounds n    how often (5)
  --clients n   how many requests are under way at once (32)
  --wait n      seconds that a measurement may wait for a quiet moment of the machine (5; with --short 0)
  --short       a first impression in under half a minute: two rounds of half a second, no variants
  --json        the report as JSON on standard output`;
}

const FULL = { seconds: 2, rounds: 5, waitSeconds: 5 };
const SHORT = { seconds: 0.5, rounds: 2, waitSeconds: 0 };
const CLIENTS = 32;
const CLIENTS_MAX = 80;

export function readOptions(args: readonly string[]): OptionsResult {
  try {
    return check(args);
  } catch (error) {
    // Thrown by parseArgs, for options it does not know.
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

function check(args: readonly string[]): OptionsResult {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      clients: { type: 'string' },
      wait: { type: 'string' },
      short: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const fallback = values.short ? SHORT : FULL;
  const seconds = values.seconds === undefined ? fallback.seconds : Number(values.seconds);
  const rounds = values.rounds === undefined ? fallback.rounds : Number(values.rounds);
  const clients = values.clients === undefined ? CLIENTS : Number(values.clients);
  const waitSeconds = values.wait === undefined ? fallback.waitSeconds : Number(values.wait);
  if (!(seconds >= 0.1 && seconds <= 600)) return { ok: false, problem: '--seconds is between 0.1 and 600.' };
  if (!(waitSeconds >= 0 && waitSeconds <= 600))
    return { ok: false, problem: '--wait is between 0 and 600.' };
  if (!isCount(rounds, 100)) return { ok: false, problem: '--rounds is between 1 and 100.' };
  // The embedded database takes 100 connections, and the service has some of them.
  if (!isCount(clients, CLIENTS_MAX))
    return { ok: false, problem: `--clients is between 1 and ${CLIENTS_MAX}.` };
  return {
    ok: true,
    value: { seconds, rounds, clients, waitSeconds, short: values.short, json: values.json },
  };
}

function isCount(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max;
}
