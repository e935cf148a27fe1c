/** Requests that the API takes, in the words of a snapshot: its rails, countries, institutions, schemes and currencies. */
import {
  CAPABILITY_IDS,
  CUSTODIES,
  type DecisionRequest,
  type Party,
  PREFERENCES,
  type Rule,
  type Snapshot,
} from '@switchyard/engine';
import fc from 'fast-check';

const PAYMENT = /^(?:banking\.payouts$|banking\.pis\.|banking\.pay-ins\.|money\.)/;
const AMOUNT_MAX = 10n ** 37n;
const plain = { noNullPrototype: true } as const;

export function arbitraryRequestFor(snapshot: Snapshot): fc.Arbitrary<DecisionRequest> {
  return fc.oneof(
    { weight: 3, arbitrary: anyRequest(snapshot) },
    ...snapshot.policy.rules.map((rule) => ({
      weight: 1,
      arbitrary: anyRequest(snapshot).map((request) => meetRule(rule, request)),
    })),
  );
}

/** Chance alone would hardly ever meet all conditions of a rule. */
function meetRule({ when }: Rule, request: DecisionRequest): DecisionRequest {
  const { operations, countries, institutions, assets, amountMin = '1', amountMax = amountMin } = when;
  const { constraints: _, ...rest } = request;
  const payer = {
    country: countries?.[0] ?? request.payer.country,
    ...(institutions?.[0] === undefined ? {} : { institution: institutions[0] }),
  };
  return {
    ...rest,
    operation: operations?.[0] ?? request.operation,
    amount: { value: amountMax, asset: assets?.[0] ?? 'iso4217:EUR' },
    payer,
    payee: request.payee ?? payer,
  };
}

function anyRequest(snapshot: Snapshot): fc.Arbitrary<DecisionRequest> {
  const party = partyFor(snapshot);
  const amount = amountFor(snapshot);
  return fc.constantFrom(...CAPABILITY_IDS).chain((operation) =>
    fc.record(
      {
        operation: fc.constant(operation),
        amount,
        payer: party,
        payee: party,
        preference: fc.constantFrom(...PREFERENCES),
        channel: fc.constantFrom('web' as const, 'native' as const),
        constraints: fc.record(
          {
            excludeRails: fc.subarray(railsOf(snapshot), { maxLength: 3 }),
            custodyAdmitted: fc.subarray([...CUSTODIES], { minLength: 3 }),
          },
          { ...plain, requiredKeys: [] },
        ),
      },
      {
        ...plain,
        requiredKeys: [
          'operation',
          'payer',
          ...(PAYMENT.test(operation) ? (['amount', 'payee'] as const) : []),
        ],
      },
    ),
  );
}

function partyFor(snapshot: Snapshot): fc.Arbitrary<Party> {
  const countries = [
    ...new Set(snapshot.rails.flatMap(({ capabilities }) => capabilities.flatMap((one) => one.countries))),
  ];
  const schemes = [...new Set(snapshot.rails.flatMap((rail) => rail.schemes))];
  return fc.record(
    {
      country: fc.oneof(fc.constantFrom('DE', 'GB', 'FR', 'PL', 'US'), fc.constantFrom(...countries)),
      institution: fc.constantFrom(
        'ins_nobodysbank',
        ...snapshot.coverage.map(({ institution }) => institution),
      ),
      scheme: fc.constantFrom(...schemes),
      accountRef: fc.constant('****1234'),
      linkedRails: fc.subarray(railsOf(snapshot)),
    },
    { ...plain, requiredKeys: ['country'] },
  );
}

function amountFor(snapshot: Snapshot): fc.Arbitrary<NonNullable<DecisionRequest['amount']>> {
  const asset = fc.constantFrom(
    'iso4217:EUR',
    'iso4217:GBP',
    'iso4217:JPY',
    ...snapshot.fx.map(({ from }) => from),
  );
  const value = fc.oneof(fc.bigInt(1n, 100_000n), fc.bigInt(1n, 10_000_000_000n), fc.bigInt(1n, AMOUNT_MAX));
  return fc.oneof(
    { weight: 3, arbitrary: fc.record({ value: value.map(String), asset }, plain) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(value, fc.bigInt(0n, 1_000_000n), asset)
        .map(([min, width, asset]) => ({ asset, band: { min: String(min), max: String(min + width) } })),
    },
  );
}

function railsOf({ rails }: Snapshot): string[] {
  return rails.map(({ id }) => id);
}
