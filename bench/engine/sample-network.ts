/** An environment whose connections carry money, and the requests between a British and a German account. */
import {
  ENGINE_VERSION,
  type Engine,
  type RouteFxAnswer,
  type RouteRequest,
  SETTLEMENT_CALENDARS,
  type Snapshot,
  type SnapshotConnection,
  type SnapshotRail,
} from '@switchyard/engine';
import { NOW_MS } from './sample-traffic.ts';

const EUR = 'iso4217:EUR';
const GBP = 'iso4217:GBP';
const REQUESTS = 64;
const LOCK_MS = 1_800_000;

/** Of ten connections six initiate payments, three collect, convert and pay out, and one is for decisions only. */
export function sampleNetwork(connections: number): Snapshot {
  const members = Array.from({ length: connections }, (_, at) => memberAt(at));
  return {
    object: 'routing_snapshot',
    version: 1,
    digest: `sha256:${'0'.repeat(64)}`,
    environment: 'test',
    engineVersion: ENGINE_VERSION,
    generatedAt: new Date(NOW_MS).toISOString(),
    staleAfter: new Date(NOW_MS + LOCK_MS).toISOString(),
    policy: {
      id: 'policy',
      version: 1,
      preference: 'recommended',
      valuation: { asset: EUR, failureCost: '200', hourCost: '100' },
      custodyAdmitted: ['payer-own-account', 'provider-transit'],
      railOrder: [],
      rules: [],
      reliability: { floorPpm: 500_000, priorPpm: 900_000, priorStrength: 20, halfLifeMs: 604_800_000 },
      exploration: { ratePpm: 0, amountMax: '0' },
      salt: 'salt',
    },
    connections: members.map(({ connection }) => connection),
    rails: members.map(({ rail }) => rail),
    coverage: [],
    prices: members.map(({ connection }, at) => ({
      connection: connection.id,
      when: {},
      fee: { asset: EUR, fixed: String(5 + ((at * 7) % 31)), bps: at % 5 },
    })),
    contracts: [],
    reliability: members.map(({ rail }, at) => ({
      rail: rail.id,
      operation: 'banking.pis.single',
      successMicro: 80_000_000 + at * 100_000,
      failureMicro: 3_000_000,
      samples: 90,
      asOfMs: NOW_MS,
    })),
    latency: [],
    fx: [{ from: GBP, to: EUR, numerator: '5', denominator: '4', asOf: new Date(NOW_MS).toISOString() }],
    calendars: SETTLEMENT_CALENDARS,
  };
}

/** Half of them have their rates already, as the second call of a quote has. Amounts differ from one to the next. */
export function sampleRouteRequests(engine: Engine): readonly RouteRequest[] {
  return Array.from({ length: REQUESTS }, (_, at): RouteRequest => {
    const request: RouteRequest = {
      from: { account: 'acct_payer000', country: 'GB', scheme: 'gb-scan', assets: [GBP], links: [] },
      to: { account: 'acct_payee000', country: 'DE', scheme: 'iban', assets: [EUR], links: [] },
      amount: { value: String(10_000 + at * 997), asset: EUR },
      channel: 'web',
    };
    return at % 2 === 0 ? request : { ...request, fxQuotes: answersFor(engine, request) };
  });
}

function answersFor(engine: Engine, request: RouteRequest): readonly RouteFxAnswer[] {
  const { wanted } = engine.findRoutes(request, { nowMs: NOW_MS });
  return wanted.map(({ key, amount }, at) => ({
    key,
    send: { value: String((BigInt(amount.value) * 100n) / 124n + BigInt(at) + 51n), asset: GBP },
    receive: amount,
    fee: { value: '50', asset: GBP },
    rate: '1.24',
    lockedUntilMs: NOW_MS + LOCK_MS,
    ref: key,
  }));
}

function memberAt(at: number): { readonly rail: SnapshotRail; readonly connection: SnapshotConnection } {
  const id = `rail-${String(at).padStart(3, '0')}`;
  const kind = at % 10;
  const base = {
    id: `con_${String(at).padStart(8, '0')}`,
    rail: id,
    label: id,
    status: 'ready',
    roles: [],
    countries: [],
    operations: [],
    limits: [],
    declaredLatency: { p50Ms: 300 + ((at * 137) % 900), p95Ms: 3_000 },
  } as const;
  if (kind < 6) return { rail: railOf(id, 'payer-own-account'), connection: { ...base, ...INITIATES } };
  if (kind < 9) return { rail: railOf(id, 'provider-transit'), connection: { ...base, ...CONVERTS } };
  return { rail: railOf(id, 'provider-transit'), connection: { ...base, mode: 'decide' } };
}

const INITIATES = {
  mode: 'route',
  payment: { schemes: ['sepa-sct', 'sepa-sct-inst', 'gb-fps'], finality: 'accepted', referenceMax: 35 },
} as const;

const CONVERTS = {
  mode: 'route',
  transit: { assets: [GBP, EUR], schemes: ['gb-fps', 'sepa-sct-inst'] },
  fx: { assets: [GBP, EUR] },
  payout: { assets: [GBP, EUR], schemes: ['gb-fps', 'sepa-sct', 'sepa-sct-inst'], referenceMax: 18 },
} as const;

function railOf(id: string, custody: 'payer-own-account' | 'provider-transit'): SnapshotRail {
  const operations =
    custody === 'payer-own-account'
      ? (['banking.pis.single'] as const)
      : (['banking.payouts', 'money.fx', 'money.cross-border'] as const);
  return {
    id,
    name: id,
    kind: 'bank-api',
    schemes: ['iban', 'gb-scan'],
    custody: [custody],
    capabilities: operations.map((operation) => ({ id: operation, countries: [] })),
  };
}
