/** Small, readable snapshots for tests: state what matters, the rest is plain. */
import { ENGINE_VERSION } from '../../engine-version.ts';
import type { Policy, Rule, RuleAction, RuleConditions } from '../../policy.ts';
import type { Price, Snapshot, SnapshotConnection, SnapshotRail } from '../../snapshot.ts';

export const EUR = 'iso4217:EUR';
export const GBP = 'iso4217:GBP';
export const NOW_MS = Date.UTC(2026, 9, 8, 9, 30);

export function samplePolicy(change: Partial<Policy> = {}): Policy {
  return {
    id: 'policy',
    version: 1,
    preference: 'cheapest',
    valuation: { asset: EUR, failureCost: '200', hourCost: '100' },
    custodyAdmitted: ['none', 'payer-own-account', 'provider-transit'],
    railOrder: [],
    rules: [],
    reliability: { floorPpm: 500_000, priorPpm: 900_000, priorStrength: 10, halfLifeMs: 604_800_000 },
    exploration: { ratePpm: 0, amountMax: '0' },
    salt: 'salt',
    ...change,
  };
}

export function sampleRule(id: string, when: RuleConditions, action: RuleAction): Rule {
  // biome-ignore lint/suspicious/noThenProperty: a rule reads when … then …, and nobody awaits one.
  return { id, when, then: action };
}

export function sampleRail(id: string, change: Partial<SnapshotRail> = {}): SnapshotRail {
  return {
    id,
    name: id.toUpperCase(),
    kind: 'pisp-aggregator',
    schemes: ['iban'],
    custody: ['none'],
    capabilities: [{ id: 'banking.pis.single', countries: ['DE', 'FR'] }],
    ...change,
  };
}

export function sampleConnection(rail: string, change: Partial<SnapshotConnection> = {}): SnapshotConnection {
  return {
    id: `con_${rail}0000000`,
    rail,
    label: rail,
    mode: 'decide',
    status: 'ready',
    roles: [],
    countries: [],
    operations: [],
    limits: [],
    declaredLatency: { p50Ms: 1_000, p95Ms: 4_000 },
    ...change,
  };
}

export function samplePrice(rail: string, fixed: number, bps = 0, change: Partial<Price> = {}): Price {
  return {
    connection: `con_${rail}0000000`,
    when: {},
    fee: { asset: EUR, fixed: String(fixed), bps },
    ...change,
  };
}

export function sampleSnapshot(change: Partial<Snapshot> = {}): Snapshot {
  return {
    object: 'routing_snapshot',
    version: 1,
    digest: `sha256:${'0'.repeat(64)}`,
    environment: 'test',
    engineVersion: ENGINE_VERSION,
    generatedAt: '2026-10-08T09:29:00.000Z',
    staleAfter: '2026-10-08T09:34:00.000Z',
    policy: samplePolicy(),
    connections: [],
    rails: [],
    coverage: [],
    prices: [],
    contracts: [],
    reliability: [],
    latency: [],
    fx: [],
    calendars: [],
    ...change,
  };
}

/** A rail for each name, connected once, at the given fixed price. */
export function sampleRails(
  prices: Readonly<Record<string, number>>,
): Pick<Snapshot, 'rails' | 'connections' | 'prices'> {
  const rails = Object.keys(prices);
  return {
    rails: rails.map((rail) => sampleRail(rail)),
    connections: rails.map((rail) => sampleConnection(rail)),
    prices: rails.map((rail) => samplePrice(rail, prices[rail] ?? 0)),
  };
}
