/** One environment and its requests, for the engine and for the bare loop alike. */
import {
  type DecisionRequest,
  ENGINE_VERSION,
  type Fee,
  type Preference,
  type Snapshot,
} from '@switchyard/engine';
import type { BareRail, BareRequest } from './bare-scoring-loop.ts';

export const NOW_MS = Date.UTC(2026, 9, 8, 9, 30);

const EUR = 'iso4217:EUR';
const OPERATION = 'banking.pis.single';
const COUNTRIES = ['DE', 'FR'];
const FEE_UNBOUNDED = 2 ** 50;
const REQUESTS = 1_024;

interface SampleRail {
  readonly rail: string;
  readonly connection: string;
  readonly countries: readonly string[];
  readonly fixed: number;
  readonly bps: number;
  readonly feeMin: number | undefined;
  readonly feeMax: number | undefined;
  readonly p50Ms: number;
  readonly successes: number;
}

/** So many connections, of which so many can serve what is asked. */
export function sampleRails(connections: number, eligible: number): readonly SampleRail[] {
  return Array.from({ length: connections }, (_, at) => {
    const bounded = at % 3 === 0;
    return {
      rail: `rail-${String(at).padStart(3, '0')}`,
      connection: `con_${String(at).padStart(8, '0')}`,
      countries: at < eligible ? COUNTRIES : ['GB'],
      fixed: 5 + ((at * 7) % 23),
      bps: (at * 13) % 47,
      feeMin: bounded ? 10 : undefined,
      feeMax: bounded ? 500 : undefined,
      p50Ms: 400 + ((at * 37) % 900),
      successes: 60 + ((at * 11) % 40),
    };
  });
}

export function sampleSnapshot(rails: readonly SampleRail[]): Snapshot {
  return {
    object: 'routing_snapshot',
    version: 1,
    digest: `sha256:${'0'.repeat(64)}`,
    environment: 'test',
    engineVersion: ENGINE_VERSION,
    generatedAt: new Date(NOW_MS).toISOString(),
    staleAfter: new Date(NOW_MS + 300_000).toISOString(),
    policy: {
      id: 'policy',
      version: 1,
      preference: 'recommended',
      valuation: { asset: EUR, failureCost: '200', hourCost: '100' },
      custodyAdmitted: ['none'],
      railOrder: [],
      rules: [],
      reliability: { floorPpm: 400_000, priorPpm: 900_000, priorStrength: 10, halfLifeMs: 604_800_000 },
      exploration: { ratePpm: 0, amountMax: '0' },
      salt: 'bench',
    },
    connections: rails.map(({ connection, rail, p50Ms }) => ({
      id: connection,
      rail,
      label: rail,
      mode: 'decide',
      status: 'ready',
      roles: [],
      countries: [],
      operations: [],
      limits: [{ asset: EUR, min: '1', max: '100000000' }],
      declaredLatency: { p50Ms, p95Ms: 4 * p50Ms },
    })),
    rails: rails.map(({ rail, countries }) => ({
      id: rail,
      name: rail.toUpperCase(),
      kind: 'pisp-aggregator',
      schemes: ['iban'],
      custody: ['none'],
      capabilities: [{ id: OPERATION, countries }],
    })),
    coverage: [],
    prices: rails.map((rail) => ({
      connection: rail.connection,
      when: { operations: [OPERATION] },
      fee: feeOf(rail),
    })),
    contracts: [],
    reliability: rails.map(({ rail, successes }) => ({
      rail,
      operation: OPERATION,
      successMicro: successes * 1_000_000,
      failureMicro: (100 - successes) * 100_000,
      samples: 100,
      asOfMs: NOW_MS,
    })),
    latency: [],
    fx: [],
    calendars: [],
  };
}

export function sampleRequests(preference: Preference): readonly DecisionRequest[] {
  return Array.from({ length: REQUESTS }, (_, at) => ({
    operation: OPERATION,
    preference,
    amount: { value: String(amountAt(at)), asset: EUR },
    payer: { country: COUNTRIES[at % COUNTRIES.length] ?? '', scheme: 'iban' },
    payee: { country: 'FR', scheme: 'iban' },
  }));
}

export function bareRails(rails: readonly SampleRail[]): readonly BareRail[] {
  return rails.map(({ rail, countries, fixed, bps, feeMin, feeMax, p50Ms, successes }) => ({
    rail,
    operations: new Set([OPERATION]),
    countries: new Set(countries),
    schemes: new Set(['iban']),
    amountMax: 100_000_000,
    fixed,
    bps,
    feeMin: feeMin ?? 0,
    feeMax: feeMax ?? FEE_UNBOUNDED,
    // The engine's estimate, rounded down: so many successes and failures, and a prior of ten at 90 %.
    successPpm: Math.floor(((successes + 9) * 1_000_000) / (successes + (100 - successes) / 10 + 10)),
    p50Ms,
  }));
}

export function bareRequests(): readonly BareRequest[] {
  return Array.from({ length: REQUESTS }, (_, at) => ({
    operation: OPERATION,
    country: COUNTRIES[at % COUNTRIES.length] ?? '',
    scheme: 'iban',
    amount: amountAt(at),
  }));
}

/** From 10 to some 10,000 euros, no two alike. */
function amountAt(at: number): number {
  return 1_000 + at * 997;
}

function feeOf({ fixed, bps, feeMin, feeMax }: SampleRail): Fee {
  return {
    asset: EUR,
    fixed: String(fixed),
    bps,
    ...(feeMin === undefined ? {} : { min: String(feeMin) }),
    ...(feeMax === undefined ? {} : { max: String(feeMax) }),
  };
}
