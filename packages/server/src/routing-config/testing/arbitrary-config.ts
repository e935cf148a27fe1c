/** Any configuration that keeps the rules, over the rails of a catalogue. */
import {
  activeCurrencies,
  CAPABILITY_IDS,
  CUSTODIES,
  HALF_LIFE_MS_MAX,
  PREFERENCES,
  type RuleAction,
} from '@switchyard/engine';
import type { RailCapability, RailListing } from '@switchyard/rails';
import fc from 'fast-check';
import { CONTRACT_PERIODS } from '../../domain/contract-period.ts';
import { type ConnectionConfig, type RoutingConfig, SETTABLE_STATUSES } from '../routing-config.ts';

const VALUATION_ASSET = 'iso4217:EUR';

export function arbitraryConfig(catalogue: readonly RailListing[]): fc.Arbitrary<RoutingConfig> {
  const capable = catalogue.filter(({ capabilities = [] }) => capabilities.length > 0);
  return fc
    .uniqueArray(fc.constantFrom(...capable).chain(connection), {
      selector: ({ key }) => key,
      minLength: 1,
      maxLength: 4,
    })
    .chain((connections) => {
      const rails = [...new Set(connections.map(({ rail }) => rail))];
      return fc.record({
        policy: policy(rails),
        connections: fc.constant(connections),
        fx: fc.constant(ratesFor(connections)),
        coverage: fc.record({ restrictions: restrictions(capable.filter(({ id }) => rails.includes(id))) }),
      });
    });
}

const key = fc.stringMatching(/^[a-z0-9]{1,12}(-[a-z0-9]{1,12}){0,2}$/);
const money = fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }).map(String);
const positive = fc.bigInt({ min: 1n, max: 10n ** 20n }).map(String);
const asset = fc.constantFrom(...activeCurrencies()).map((code) => `iso4217:${code}`);
const ppm = fc.nat(1_000_000);
const bps = fc.nat(10_000);
const latency = fc
  .tuple(fc.nat(1_000_000), fc.nat(1_000_000))
  .map(([a, b]) => ({ p50Ms: Math.min(a, b), p95Ms: Math.max(a, b) }));

/** Words that a careless writer of YAML would turn into something else. */
const label = fc
  .oneof(
    fc.constantFrom(
      'null',
      '~',
      'no',
      'on',
      '1e3',
      '0x1F',
      '- a',
      '# b',
      'a: b',
      '"',
      "'",
      '*a',
      '&a',
      '!a',
      '{',
      '[',
      '%',
      '@',
      '|',
      '>',
      '<<',
      '2026-11-13',
      '.inf',
      'a  b',
    ),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }),
    fc
      .array(fc.constantFrom('long', 'words', ':', '#', '  ', '-', "'"), { minLength: 20, maxLength: 24 })
      .map((words) => words.join(' ')),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '' && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text) && [...text].length <= 140);

function some<T>(values: readonly T[], minLength = 1): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...values], {
    minLength: Math.min(minLength, values.length),
    maxLength: Math.min(values.length, 6),
  });
}

/** min and max in order, each or neither there. */
const bounds = fc.tuple(money, money, fc.constantFrom('min', 'max', 'both')).map(([a, b, which]) => {
  const [min = a, max = b] = [a, b].sort((x, y) => (BigInt(x) < BigInt(y) ? -1 : 1));
  return { ...(which === 'max' ? {} : { min }), ...(which === 'min' ? {} : { max }) };
});

function connection({ id, capabilities = [], schemes }: RailListing): fc.Arbitrary<ConnectionConfig> {
  // One capability carries each narrowing, so that whatever else is picked meets.
  return fc.constantFrom(...capabilities).chain((capability) =>
    fc
      .record({ narrowed: fc.boolean(), countries: some(capability.countries) })
      .chain(({ narrowed, countries }) =>
        fc.uniqueArray(contract, { selector: ({ key }) => key, maxLength: 2 }).chain((contracts) =>
          fc.record(
            {
              key,
              rail: fc.constant(id),
              label,
              mode: fc.constant('decide' as const),
              status: fc.constantFrom(...SETTABLE_STATUSES),
              countries: fc.constant(narrowed ? countries : []),
              operations: fc.constant(narrowed ? [capability.id] : []),
              limits: fc.uniqueArray(
                fc.tuple(asset, bounds).map(([asset, range]) => ({ asset, ...range })),
                { selector: (limit) => limit.asset, maxLength: 2 },
              ),
              declaredLatency: latency,
              contracts: fc.constant(contracts),
              prices: prices(capability, countries, schemes, contracts),
            },
            {
              requiredKeys: [
                'key',
                'rail',
                'label',
                'mode',
                'status',
                'countries',
                'operations',
                'limits',
                'contracts',
                'prices',
              ],
            },
          ),
        ),
      ),
  );
}

const contract = fc.record(
  {
    key,
    basis: fc.constantFrom('count' as const, 'volume' as const),
    asset,
    mode: fc.constantFrom('retroactive' as const, 'marginal' as const),
    period: fc.constantFrom(...CONTRACT_PERIODS),
    tiers: fc.uniqueArray(positive, { maxLength: 3 }).chain((froms) => {
      const ascending = ['0', ...froms.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1))];
      return fc.tuple(...ascending.map((from) => fc.record({ from: fc.constant(from), fixed: money, bps })));
    }),
    commitment: fc.record({ value: positive, tolerancePpm: ppm }),
  },
  { requiredKeys: ['key', 'basis', 'asset', 'mode', 'period', 'tiers'] },
);

function prices(
  capability: RailCapability,
  countries: readonly string[],
  schemes: readonly string[],
  contracts: ConnectionConfig['contracts'],
): fc.Arbitrary<ConnectionConfig['prices']> {
  const when = fc.record(
    {
      operations: fc.constant([capability.id]),
      countries: some(countries),
      ...(schemes.length === 0 ? {} : { schemes: some(schemes) }),
      assets: fc.uniqueArray(asset, { minLength: 1, maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
  const fee = fc
    .tuple(asset, money, bps, fc.option(bounds))
    .map(([asset, fixed, bps, range]) => ({ asset, fixed, bps, ...range }));
  const conditional = when.filter((conditions) => Object.keys(conditions).length > 0);
  const ofContracts = contracts.map(({ key, asset }) =>
    fc
      .tuple(conditional, fc.option(bounds))
      .map(([when, range]) => ({ when, fee: { asset, fixed: '0', bps: 0, ...range }, contract: key })),
  );
  const plain = fc.array(fc.record({ when: conditional, fee }), { maxLength: 2 });
  const last = fc.array(fc.record({ when: fc.constant({}), fee }), { maxLength: 1 });
  return fc.tuple(fc.tuple(...ofContracts), plain, last).map((parts) => parts.flat());
}

function policy(rails: readonly string[]): fc.Arbitrary<RoutingConfig['policy']> {
  const naming: fc.Arbitrary<RuleAction> = fc.record({
    type: fc.constantFrom('exclude' as const, 'require' as const, 'prefer' as const),
    rails: some(rails),
  });
  const split: fc.Arbitrary<RuleAction> = some(rails).map((chosen) => ({
    type: 'split',
    shares: chosen.map((rail, index) => ({ rail, percent: index === 0 ? 101 - chosen.length : 1 })),
  }));
  const when = fc
    .record(
      {
        institutions: fc.constant(['ins_5Ix2sjMhII9yssBiRAFbBP']),
        schemes: fc.constant(['iban', 'x-taler-bank']),
        assets: fc.uniqueArray(asset, { minLength: 1, maxLength: 3 }),
      },
      { requiredKeys: [] },
    )
    .chain((conditions) =>
      'assets' in conditions
        ? fc.option(bounds).map((range) => ({
            ...conditions,
            ...(range?.min === undefined ? {} : { amountMin: range.min }),
            ...(range?.max === undefined ? {} : { amountMax: range.max }),
          }))
        : fc.constant(conditions),
    );
  return fc.record({
    preference: fc.constantFrom(...PREFERENCES),
    valuation: fc.record({ asset: fc.constant(VALUATION_ASSET), failureCost: money, hourCost: money }),
    custodyAdmitted: some(CUSTODIES),
    railOrder: some(rails, 0),
    // biome-ignore lint/suspicious/noThenProperty: nobody awaits a rule.
    rules: fc.uniqueArray(fc.record({ id: key, when, then: fc.oneof(naming, split) }), {
      selector: ({ id }) => id,
      maxLength: 3,
    }),
    reliability: fc
      .tuple(
        ppm,
        ppm,
        fc.integer({ min: 1, max: 10_000 }),
        fc.integer({ min: 60_000, max: HALF_LIFE_MS_MAX }),
      )
      .map(([a, b, priorStrength, halfLifeMs]) => ({
        floorPpm: Math.min(a, b),
        priorPpm: Math.max(a, b),
        priorStrength,
        halfLifeMs,
      })),
    exploration: fc.record({ ratePpm: ppm, amountMax: money }),
  });
}

function ratesFor(connections: readonly ConnectionConfig[]): RoutingConfig['fx'] {
  const assets = new Set(connections.flatMap(({ prices }) => prices.map(({ fee }) => fee.asset)));
  assets.delete(VALUATION_ASSET);
  return [...assets].map((to, index) => ({
    from: VALUATION_ASSET,
    to,
    numerator: String(index + 1),
    denominator: '7',
    asOf: '2026-11-13T15:00:00Z',
  }));
}

function restrictions(
  listings: readonly RailListing[],
): fc.Arbitrary<RoutingConfig['coverage']['restrictions']> {
  const one = fc.constantFrom(...listings).chain(({ id, capabilities = [] }) =>
    fc.record({
      institution: fc.stringMatching(/^ins_[A-Za-z0-9]{22}$/),
      rail: fc.constant(id),
      operations: some(
        CAPABILITY_IDS.filter((known) => capabilities.some((capability) => capability.id === known)),
      ),
    }),
  );
  return fc.uniqueArray(one, { selector: ({ institution, rail }) => `${institution} ${rail}`, maxLength: 3 });
}
