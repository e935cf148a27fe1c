/**
 * Snapshots and requests at random, for properties here, on the server and in the browser. Names come from small pools, so
 * that rules, prices, cells and requests meet. Everything is well formed, as a snapshot of the service is, and ids are unique.
 */
import fc from 'fast-check';
import type { DecisionContext, DecisionRequest, Party } from '../../decision.ts';
import { ENGINE_VERSION } from '../../engine-version.ts';
import type { Policy, Rule, RuleAction, RuleConditions } from '../../policy.ts';
import type {
  AmountLimit,
  Contract,
  Coverage,
  FxRate,
  LatencyCell,
  Price,
  PriceConditions,
  ReliabilityCell,
  Snapshot,
  SnapshotConnection,
  SnapshotRail,
} from '../../snapshot.ts';
import { CAPABILITY_IDS, CUSTODIES, PREFERENCES, RAIL_KINDS } from '../../vocabulary.ts';
import { sampleRule } from './sample-snapshot.ts';

export interface DecisionInput {
  readonly snapshot: Snapshot;
  readonly request: DecisionRequest;
  readonly context: DecisionContext;
}

const COUNTRIES = ['DE', 'FR', 'GB'];
const SCHEMES = ['iban', 'gb-scan'];
const ASSETS = ['iso4217:EUR', 'iso4217:GBP', 'iso4217:JPY', 'eip155:1/slip44:60'];
const RAILS = ['alder', 'beech', 'cedar', 'elm', 'fir', 'hazel', 'larch', 'maple'];
const INSTITUTIONS = ['ins_bank00001', 'ins_bank00002'];
/** A few, so that rails and requests meet; the rest now and then. */
const OPERATIONS = [
  'banking.pis.single',
  'banking.pis.vrp-sweeping',
  'banking.payouts',
  'banking.ais.balances',
  'identity.kyc.document',
  'money.fx',
] as const;
const NOW_MS = 1_791_000_000_000;
const DAY_MS = 86_400_000;

const plain = { noNullPrototype: true } as const;
const country = fc.oneof(
  { weight: 3, arbitrary: fc.constant('DE') },
  { weight: 2, arbitrary: fc.constantFrom(...COUNTRIES) },
);
const scheme = fc.oneof(
  { weight: 3, arbitrary: fc.constant('iban') },
  { weight: 1, arbitrary: fc.constantFrom(...SCHEMES) },
);
const asset = fc.oneof(
  { weight: 5, arbitrary: fc.constant('iso4217:EUR') },
  { weight: 2, arbitrary: fc.constantFrom(...ASSETS) },
);
const rail = fc.constantFrom(...RAILS);
const institution = fc.constantFrom(...INSTITUTIONS);
const custody = fc.constantFrom(...CUSTODIES);
const anyOperation = fc.constantFrom(...CAPABILITY_IDS);
const operation = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...OPERATIONS) },
  { weight: 1, arbitrary: anyOperation },
);
const ppm = fc.integer({ min: 0, max: 1_000_000 });

/** Mostly small, so that bands can be counted through; now and then beyond what a number holds. */
export const arbitraryAmountValue = fc
  .oneof(
    { weight: 8, arbitrary: fc.bigInt({ min: 1n, max: 3_000n }) },
    { weight: 2, arbitrary: fc.bigInt({ min: 1n, max: 10n ** 9n }) },
    { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 10n ** 30n }) },
  )
  .map(String);

const feeValue = fc.integer({ min: 0, max: 60 }).map(String);
const bps = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 }));

/** Empty more often than not, because an empty list narrows nothing. */
function rarely<T>(list: fc.Arbitrary<T[]>): fc.Arbitrary<T[]> {
  return fc.oneof({ weight: 3, arbitrary: fc.constant<T[]>([]) }, { weight: 1, arbitrary: list });
}

function listOf<T>(element: fc.Arbitrary<T>, maxLength: number): fc.Arbitrary<T[]> {
  return fc.uniqueArray(element, { maxLength });
}

const limit: fc.Arbitrary<AmountLimit> = fc
  .record(
    {
      asset,
      min: fc.integer({ min: 0, max: 1_500 }),
      more: fc.integer({ min: 0, max: 3_000 }),
      ends: fc.nat(2),
    },
    plain,
  )
  .map(({ asset, min, more, ends }) => ({
    asset,
    ...(ends === 1 ? {} : { min: String(min) }),
    ...(ends === 2 ? {} : { max: String(min + more) }),
  }));

export const arbitraryConnection: fc.Arbitrary<Omit<SnapshotConnection, 'id'>> = fc.record(
  {
    rail,
    label: fc.constant('label'),
    mode: fc.constantFrom('route' as const, 'decide' as const),
    status: fc.oneof(
      { weight: 8, arbitrary: fc.constant('ready' as const) },
      { weight: 1, arbitrary: fc.constantFrom('pending' as const, 'degraded' as const, 'disabled' as const) },
    ),
    roles: fc.constant([]),
    countries: rarely(listOf(country, 3)),
    operations: rarely(listOf(operation, 4)),
    limits: rarely(fc.uniqueArray(limit, { minLength: 1, maxLength: 4, selector: (one) => one.asset })),
    declaredLatency: fc.record(
      { p50Ms: fc.integer({ min: 0, max: 8_000_000 }), p95Ms: fc.integer({ min: 0, max: 90_000_000 }) },
      plain,
    ),
  },
  {
    ...plain,
    requiredKeys: ['rail', 'label', 'mode', 'status', 'roles', 'countries', 'operations', 'limits'],
  },
);

function describeRail(id: string): fc.Arbitrary<SnapshotRail> {
  return fc.record(
    {
      id: fc.constant(id),
      name: fc.constant(`${id.charAt(0).toUpperCase()}${id.slice(1)}`),
      kind: fc.constantFrom(...RAIL_KINDS),
      schemes: rarely(listOf(scheme, 2)),
      custody: fc.uniqueArray(custody, { minLength: 1, maxLength: 3 }),
      capabilities: fc
        .tuple(fc.subarray([...OPERATIONS], { minLength: 5 }), rarely(listOf(anyOperation, 9)))
        .chain(([some, more]) =>
          fc.tuple(
            ...[...new Set([...some, ...more])].map((id) =>
              rarely(listOf(country, 3)).map((countries) => ({ id, countries })),
            ),
          ),
        ),
    },
    plain,
  );
}

const conditions: fc.Arbitrary<PriceConditions> = fc.record(
  {
    operations: fc.uniqueArray(operation, { minLength: 1, maxLength: 4 }),
    countries: fc.uniqueArray(country, { minLength: 1, maxLength: 3 }),
    schemes: fc.uniqueArray(scheme, { minLength: 1, maxLength: 2 }),
    assets: fc.uniqueArray(asset, { minLength: 1, maxLength: 3 }),
  },
  { ...plain, requiredKeys: [] },
);

/** Most connections end with a price for everything, some have none. */
function describePrices(connection: string, contract: string | undefined): fc.Arbitrary<readonly Price[]> {
  const fee = fc.record(
    { asset, fixed: feeValue, bps, min: feeValue, max: feeValue },
    { ...plain, requiredKeys: ['asset', 'fixed', 'bps'] },
  );
  const price = (when: fc.Arbitrary<PriceConditions>): fc.Arbitrary<Price> =>
    fc.record(
      {
        connection: fc.constant(connection),
        when,
        fee,
        ...(contract === undefined ? {} : { contract: fc.constant(contract) }),
      },
      { ...plain, requiredKeys: ['connection', 'when', 'fee'] },
    );
  const last = fc.oneof(
    { weight: 5, arbitrary: price(fc.constant({})).map((one) => [one]) },
    { weight: 1, arbitrary: fc.constant([]) },
  );
  return fc.tuple(rarely(fc.array(price(conditions), { maxLength: 2 })), last).map((lists) => lists.flat());
}

const tier = fc.record({ from: fc.integer({ min: 0, max: 4_000 }), fixed: feeValue, bps }, plain);

function describeContract(id: string, connections: readonly string[]): fc.Arbitrary<Contract> {
  return fc
    .record(
      {
        connection: fc.constantFrom(...connections),
        basis: fc.constantFrom('count' as const, 'volume' as const),
        asset,
        mode: fc.constantFrom('retroactive' as const, 'marginal' as const),
        tiers: fc.uniqueArray(tier, { minLength: 1, maxLength: 4, selector: ({ from }) => from }),
        used: fc.integer({ min: 0, max: 3_000 }).map(String),
        commitment: fc.option(
          fc.record({ value: fc.integer({ min: 0, max: 9_000 }).map(String), tolerancePpm: ppm }, plain),
        ),
      },
      plain,
    )
    .map(({ tiers, commitment, ...rest }) => ({
      id,
      ...rest,
      tiers: tiers
        .toSorted((a, b) => a.from - b.from)
        .map(({ from, ...fees }, at) => ({ from: String(at === 0 ? 0 : from), ...fees })),
      periodStart: new Date(NOW_MS - 10 * DAY_MS).toISOString(),
      periodEnd: new Date(NOW_MS + 20 * DAY_MS).toISOString(),
      ...(commitment === null ? {} : { commitment }),
    }));
}

const reliabilityCell: fc.Arbitrary<ReliabilityCell> = fc
  .record(
    {
      rail,
      operation,
      level: fc.nat(2),
      country,
      institution,
      successMicro: fc.integer({ min: 0, max: 150_000_000 }),
      failureMicro: fc.integer({ min: 0, max: 60_000_000 }),
      samples: fc.nat(500),
      asOfMs: fc.integer({ min: NOW_MS - 30 * DAY_MS, max: NOW_MS }),
    },
    plain,
  )
  .map(({ level, country, institution, ...cell }) => ({
    ...cell,
    ...(level > 0 ? { country } : {}),
    ...(level > 1 ? { institution } : {}),
  }));

const latencyCell: fc.Arbitrary<LatencyCell> = fc.record(
  {
    rail,
    operation,
    p50Ms: fc.nat(8_000_000),
    p95Ms: fc.nat(9_000_000),
    p99Ms: fc.nat(10_000_000),
    samples: fc.nat(40),
  },
  plain,
);

const fxRate: fc.Arbitrary<FxRate> = fc.record(
  {
    from: asset,
    to: asset,
    numerator: fc.integer({ min: 1, max: 20_000 }).map(String),
    denominator: fc.integer({ min: 1, max: 20_000 }).map(String),
    asOf: fc.constant(new Date(NOW_MS).toISOString()),
  },
  plain,
);

const coverage: fc.Arbitrary<Coverage> = fc.record(
  {
    institution,
    country,
    rails: fc.uniqueArray(fc.record({ rail, rank: fc.nat(9), restricted: listOf(operation, 2) }, plain), {
      minLength: 3,
      maxLength: 8,
      selector: (one) => one.rail,
    }),
  },
  plain,
);

const railList = fc.uniqueArray(rail, { minLength: 1, maxLength: 4 });
const action: fc.Arbitrary<RuleAction> = fc.oneof(
  fc.record(
    { type: fc.constantFrom('exclude' as const, 'require' as const, 'prefer' as const), rails: railList },
    plain,
  ),
  fc.record(
    {
      type: fc.constant('split' as const),
      shares: fc.uniqueArray(fc.record({ rail, percent: fc.integer({ min: 0, max: 100 }) }, plain), {
        minLength: 1,
        maxLength: 4,
        selector: (one) => one.rail,
      }),
    },
    plain,
  ),
);
const bound = fc.integer({ min: 0, max: 3_500 }).map(String);
const ruleConditions: fc.Arbitrary<RuleConditions> = fc.oneof(
  fc.constant({}),
  fc.record({ amountMin: bound, amountMax: bound }, { ...plain, requiredKeys: [] }),
  fc
    .tuple(
      conditions,
      fc.record({ institutions: listOf(institution, 2), amountMax: bound }, { ...plain, requiredKeys: [] }),
    )
    .map(([some, more]) => ({ ...some, ...more })),
);

function describeRule(id: string): fc.Arbitrary<Rule> {
  return fc.tuple(ruleConditions, action).map(([when, what]) => sampleRule(id, when, what));
}

const policy: fc.Arbitrary<Policy> = fc.record(
  {
    id: fc.constant('policy'),
    version: fc.constant(1),
    preference: fc.constantFrom(...PREFERENCES),
    valuation: fc.record(
      { asset, failureCost: fc.nat(5_000).map(String), hourCost: fc.nat(5_000).map(String) },
      plain,
    ),
    custodyAdmitted: fc.subarray([...CUSTODIES], { minLength: 3 }),
    railOrder: listOf(rail, 4),
    rules: fc
      .nat(3)
      .chain((length) => fc.tuple(...Array.from({ length }, (_, at) => describeRule(`rule-${at}`)))),
    reliability: fc.record(
      {
        floorPpm: fc.oneof(fc.constantFrom(0, 850_000, 890_000, 905_000), ppm),
        priorPpm: fc.oneof(fc.constant(900_000), ppm),
        priorStrength: fc.nat(50),
        halfLifeMs: fc.integer({ min: 1, max: 90 * DAY_MS }),
      },
      plain,
    ),
    exploration: fc.record(
      { ratePpm: fc.oneof(fc.constant(0), ppm), amountMax: fc.nat(3_000).map(String) },
      plain,
    ),
    salt: fc.string({ maxLength: 8 }),
  },
  plain,
);

export const arbitrarySnapshot: fc.Arbitrary<Snapshot> = fc
  .oneof(
    { weight: 1, arbitrary: fc.uniqueArray(fc.nat(99), { maxLength: 12 }) },
    { weight: 4, arbitrary: fc.uniqueArray(fc.nat(99), { minLength: 5, maxLength: 12 }) },
  )
  .chain((numbers) => {
    const connections = numbers.map((number) => `con_${String(number).padStart(8, '0')}`);
    const contracts = connections.slice(0, 4).map((_, at) => `contract-${at}`);
    return fc.record(
      {
        object: fc.constant('routing_snapshot' as const),
        version: fc.constant(1),
        digest: fc.constant(`sha256:${'ab'.repeat(32)}`),
        environment: fc.constantFrom('test' as const, 'live' as const),
        engineVersion: fc.constant(ENGINE_VERSION),
        generatedAt: fc.constant(new Date(NOW_MS).toISOString()),
        staleAfter: fc.constant(new Date(NOW_MS + DAY_MS).toISOString()),
        policy,
        connections: fc.tuple(
          ...connections.map((id) => arbitraryConnection.map((rest) => ({ id, ...rest }))),
        ),
        rails: fc.tuple(...RAILS.map(describeRail)),
        coverage: fc.uniqueArray(coverage, { maxLength: 2, selector: (one) => one.institution }),
        prices: fc
          .tuple(...connections.map((id, at) => describePrices(id, contracts[at])))
          .map((lists) => lists.flat()),
        contracts: fc.tuple(...contracts.map((id) => describeContract(id, connections))),
        reliability: fc.uniqueArray(reliabilityCell, {
          maxLength: 20,
          selector: ({ rail, operation, country = '', institution = '' }) =>
            `${rail} ${operation} ${country} ${institution}`,
        }),
        latency: fc.uniqueArray(latencyCell, {
          maxLength: 10,
          selector: ({ rail, operation }) => `${rail} ${operation}`,
        }),
        fx: fc.uniqueArray(fxRate, { maxLength: 5, selector: ({ from, to }) => `${from} ${to}` }),
        calendars: fc.constant([]),
      },
      plain,
    );
  });

const party: fc.Arbitrary<Party> = fc.record(
  {
    country,
    institution,
    scheme,
    accountRef: fc.constant('****1234'),
    linkedRails: fc.subarray(RAILS, { minLength: 3 }),
  },
  { ...plain, requiredKeys: ['country'] },
);

export const arbitraryBand = fc
  .tuple(arbitraryAmountValue, fc.oneof(fc.nat(200), fc.nat(3_000)), asset)
  .map(([min, width, asset]) => ({ asset, band: { min, max: String(BigInt(min) + BigInt(width)) } }));

export const arbitraryExactAmount = fc.record({ value: arbitraryAmountValue, asset }, plain);

export const arbitraryRequest: fc.Arbitrary<DecisionRequest> = fc.record(
  {
    operation,
    amount: fc.oneof({ weight: 3, arbitrary: arbitraryExactAmount }, { weight: 1, arbitrary: arbitraryBand }),
    payer: party,
    payee: party,
    preference: fc.constantFrom(...PREFERENCES),
    channel: fc.constantFrom('web' as const, 'native' as const),
    constraints: fc.record(
      {
        excludeRails: rarely(listOf(rail, 3)),
        custodyAdmitted: fc.subarray([...CUSTODIES], { minLength: 4 }),
      },
      { ...plain, requiredKeys: [] },
    ),
  },
  { ...plain, requiredKeys: ['operation', 'payer'] },
);

export const arbitraryContext: fc.Arbitrary<DecisionContext> = fc.record(
  {
    nowMs: fc.integer({ min: NOW_MS - 15 * DAY_MS, max: NOW_MS + 30 * DAY_MS }),
    id: fc.stringMatching(/^dec_[A-Za-z0-9]{8,22}$/),
  },
  plain,
);

export const arbitraryInput: fc.Arbitrary<DecisionInput> = fc.record(
  { snapshot: arbitrarySnapshot, request: arbitraryRequest, context: arbitraryContext },
  plain,
);
