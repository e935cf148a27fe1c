/** A simulated world in the words of a routing snapshot. */
import {
  type Contract,
  type LatencyCell,
  type Policy,
  type Price,
  type Snapshot,
  type SnapshotConnection,
  type SnapshotRail,
  summariseLatency,
} from '@switchyard/engine';
import { VALUATION } from '../expected-cost.ts';
import { COUNTRIES } from '../payments.ts';
import type { SimulatedRail, World } from '../world.ts';
import type { Learnt } from './switchyard-memory.ts';

export const OPERATION = 'banking.pis.single';
export const ASSET = 'iso4217:EUR';

export type Tuning = Pick<Policy, 'reliability' | 'exploration'>;

export function snapshotOf(
  world: World,
  candidates: readonly number[],
  carried: readonly number[],
  tuning: Tuning,
  learnt: Learnt,
): Snapshot {
  const rails = candidates.flatMap((rail) => world.rails[rail] ?? []);
  return {
    object: 'routing_snapshot',
    version: 1,
    digest: `sha256:${'0'.repeat(64)}`,
    environment: 'test',
    engineVersion: '0',
    generatedAt: START,
    staleAfter: END,
    policy: policyOf(tuning),
    connections: rails.map(connectionOf),
    rails: rails.map(railOf),
    coverage: [],
    prices: rails.map(priceOf),
    contracts: candidates.flatMap((rail) => contractOf(world.rails[rail], carried[rail] ?? 0)),
    reliability: learnt.reliability,
    latency: rails.flatMap(({ id }) => latencyOf(id, learnt)),
    fx: [],
    calendars: [],
  };
}

const START = '1970-01-01T00:00:00.000Z';
const END = '1971-01-01T00:00:00.000Z';
const COUNTRY_IDS = COUNTRIES.map(({ id }) => id);

function policyOf(tuning: Tuning): Policy {
  return {
    id: 'pol_routing',
    version: 1,
    preference: 'recommended',
    valuation: {
      asset: ASSET,
      failureCost: String(VALUATION.failureMinor),
      hourCost: String(VALUATION.hourMinor),
    },
    custodyAdmitted: ['none'],
    railOrder: [],
    rules: [],
    salt: 'routing',
    ...tuning,
  };
}

function connectionOf({ id, latencyMs }: SimulatedRail): SnapshotConnection {
  return {
    id: `con_${id}`,
    rail: id,
    label: id,
    mode: 'decide',
    status: 'ready',
    roles: ['payment'],
    countries: [],
    operations: [],
    limits: [],
    declaredLatency: { p50Ms: latencyMs, p95Ms: Math.round(latencyMs * 1.45) },
  };
}

function railOf({ id }: SimulatedRail): SnapshotRail {
  return {
    id,
    name: id,
    kind: 'pisp-aggregator',
    schemes: ['sepa'],
    custody: ['none'],
    capabilities: [{ id: OPERATION, countries: COUNTRY_IDS }],
  };
}

function priceOf({ id, tiers }: SimulatedRail): Price {
  const [{ fixedMinor, bps } = { fixedMinor: 0, bps: 0 }] = tiers;
  return {
    connection: `con_${id}`,
    when: {},
    fee: { asset: ASSET, fixed: String(fixedMinor), bps },
    ...(tiers.length > 1 ? { contract: `ctr_${id}` } : {}),
  };
}

/** Only a price that depends on the number of payments needs a contract. */
function contractOf(rail: SimulatedRail | undefined, carried: number): readonly Contract[] {
  if (rail === undefined || rail.tiers.length < 2) return [];
  return [
    {
      id: `ctr_${rail.id}`,
      connection: `con_${rail.id}`,
      basis: 'count',
      asset: ASSET,
      mode: 'retroactive',
      tiers: rail.tiers.map(({ from, fixedMinor, bps }) => ({
        from: String(from),
        fixed: String(fixedMinor),
        bps,
      })),
      periodStart: START,
      periodEnd: END,
      used: String(carried),
    },
  ];
}

function latencyOf(rail: string, { latency }: Learnt): readonly LatencyCell[] {
  const sketch = latency.get(rail);
  const summary = sketch === undefined ? undefined : summariseLatency(sketch);
  return summary === undefined ? [] : [{ rail, operation: OPERATION, ...summary }];
}
