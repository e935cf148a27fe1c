import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { loadCatalogue } from '@switchyard/rails';
import fc from 'fast-check';
import { institutionId } from '../domain/institutions/institution-id.ts';
import { describeProblem } from './config-problem.ts';
import { CONFIG_CHARS_MAX, PROBLEMS_MAX } from './limits.ts';
import { readRoutingConfig } from './read-routing-config.ts';
import { SMALL_CONFIG } from './testing/small-config.ts';

const CATALOGUE = loadCatalogue();

test('a file in which everything holds is read whole', () => {
  const read = readRoutingConfig(SMALL_CONFIG, CATALOGUE);
  assert.deepEqual(read, {
    ok: true,
    value: {
      policy: {
        preference: 'recommended',
        valuation: { asset: 'iso4217:EUR', failureCost: '150', hourCost: '5' },
        custodyAdmitted: ['none', 'payer-own-account'],
        railOrder: ['tink', 'yapily'],
        rules: [
          {
            id: 'split-germany',
            when: {
              operations: ['banking.pis.single'],
              countries: ['DE'],
              assets: ['iso4217:EUR'],
              amountMax: '50000',
            },
            // biome-ignore lint/suspicious/noThenProperty: nobody awaits a rule.
            then: {
              type: 'split',
              shares: [
                { rail: 'tink', percent: 70 },
                { rail: 'yapily', percent: 30 },
              ],
            },
          },
          {
            id: 'not-tink-in-norway',
            when: { countries: ['NO'], institutions: [institutionId('NO', 'DNBANOKK')], schemes: ['iban'] },
            // biome-ignore lint/suspicious/noThenProperty: nobody awaits a rule.
            then: { type: 'exclude', rails: ['tink'] },
          },
        ],
        reliability: { floorPpm: 900000, priorPpm: 970000, priorStrength: 20, halfLifeMs: 604800000 },
        exploration: { ratePpm: 0, amountMax: '5000' },
      },
      connections: [
        {
          key: 'tink-north',
          rail: 'tink',
          label: 'Tink: "north" # 1',
          mode: 'decide',
          status: 'ready',
          countries: ['DE', 'NO'],
          operations: ['banking.pis.single', 'banking.ais.balances'],
          limits: [{ asset: 'iso4217:EUR', min: '100', max: '100000000000000000000' }],
          declaredLatency: { p50Ms: 1100, p95Ms: 4100 },
          contracts: [
            {
              key: 'calls',
              basis: 'count',
              asset: 'iso4217:GBP',
              mode: 'marginal',
              period: 'month',
              tiers: [
                { from: '0', fixed: '22', bps: 0 },
                { from: '5000', fixed: '0', bps: 3 },
              ],
              commitment: { value: '100', tolerancePpm: 50000 },
            },
          ],
          prices: [
            {
              when: {
                operations: ['banking.pis.single'],
                countries: ['DE'],
                schemes: ['iban'],
                assets: ['iso4217:EUR'],
              },
              fee: { asset: 'iso4217:EUR', fixed: '5', bps: 10, min: '10', max: '500' },
            },
            { when: {}, fee: { asset: 'iso4217:GBP', fixed: '0', bps: 0, min: '1' }, contract: 'calls' },
          ],
        },
        {
          key: 'yapily',
          rail: 'yapily',
          label: 'Yapily',
          mode: 'decide',
          status: 'pending',
          countries: [],
          operations: [],
          limits: [],
          contracts: [],
          prices: [{ when: {}, fee: { asset: 'iso4217:EUR', fixed: '0', bps: 0 } }],
        },
      ],
      fx: [
        {
          from: 'iso4217:EUR',
          to: 'iso4217:GBP',
          numerator: '87',
          denominator: '100',
          asOf: '2026-11-13T15:00:00Z',
        },
      ],
      coverage: {
        restrictions: [
          {
            institution: institutionId('DE', 'DEUTDEFF'),
            rail: 'yapily',
            operations: ['banking.pis.single'],
          },
        ],
      },
    },
  });
});

/** What is replaced by what, and what is then said. */
const MISTAKES: readonly (readonly [from: string | RegExp, to: string, ...said: readonly string[]])[] = [
  // Shape.
  ['format: 1', 'format: 2', 'line 1, format: Must be 1, not "2".'],
  ['format: 1\n', '', 'line 1, format: Is missing.'],
  [
    '  exploration: {',
    '  explore: {',
    'line 2, policy.exploration: Is missing.',
    'line 15, policy.explore: Is not a field of the policy; there are preference, valuation, custodyAdmitted, railOrder, rules, reliability, exploration.',
  ],
  [
    'preference: recommended',
    'preference: best',
    'line 3, policy.preference: Must be one of cheapest, fastest, recommended, not "best".',
  ],
  [
    'preference: recommended',
    'preference:',
    'line 3, policy.preference: Is empty; it must be one of cheapest, fastest, recommended.',
  ],
  [
    'preference: recommended',
    'preference: [cheapest]',
    'line 3, policy.preference: Must be one of cheapest, fastest, recommended, not a list.',
  ],
  [
    'label: Yapily',
    'label: { en: Yapily }',
    'line 40, connections[1].label: Must be a text of at most 140 characters on one line, without blanks around it, not a group of fields.',
  ],
  [
    'countries: [DE, NO]',
    'countries: []',
    'line 21, connections[0].countries: Must have from 1 to 300 items, not 0.',
  ],
  ['countries: [DE, NO]', 'countries: DE', 'line 21, connections[0].countries: Must be a list, not "DE".'],
  [
    'countries: [DE, NO]',
    'countries: [DE, NO, DE]',
    'line 21, connections[0].countries[2]: Repeats connections[0].countries[0].',
  ],
  // Numbers and money.
  [
    'bps: 10,',
    'bps: 1.5,',
    'line 35, connections[0].prices[0].fee.bps: Must be a whole number from 0 to 10000, not "1.5".',
  ],
  [
    'bps: 10,',
    'bps: 1e1,',
    'line 35, connections[0].prices[0].fee.bps: Must be a whole number from 0 to 10000, not "1e1".',
  ],
  [
    'bps: 10,',
    'bps: 0x10,',
    'line 35, connections[0].prices[0].fee.bps: Must be a whole number from 0 to 10000, not "0x10".',
  ],
  [
    'bps: 10,',
    'bps: 10001,',
    'line 35, connections[0].prices[0].fee.bps: Must be a whole number from 0 to 10000, not "10001".',
  ],
  [
    'fixed: 5,',
    'fixed: -5,',
    'line 35, connections[0].prices[0].fee.fixed: Must be a whole number of minor units, of at most 38 digits, not "-5".',
  ],
  [
    'fixed: 5,',
    'fixed: 1_000,',
    'line 35, connections[0].prices[0].fee.fixed: Must be a whole number of minor units, of at most 38 digits, not "1_000".',
  ],
  [
    'fixed: 5,',
    'fixed: 007,',
    'line 35, connections[0].prices[0].fee.fixed: Must be a whole number of minor units, of at most 38 digits, not "007".',
  ],
  [
    'fixed: 5,',
    `fixed: ${'9'.repeat(39)},`,
    `line 35, connections[0].prices[0].fee.fixed: Must be a whole number of minor units, of at most 38 digits, not "${'9'.repeat(39)}".`,
  ],
  // Assets and countries.
  [
    'max: "500"',
    'max: "9"',
    'line 35, connections[0].prices[0].fee.max: Must not be below min, which is 10.',
  ],
  [
    'asset: iso4217:EUR, failureCost',
    'asset: EUR, failureCost',
    'line 4, policy.valuation.asset: Must be an asset such as iso4217:EUR or a CAIP-19 token, not "EUR".',
    'line 35, connections[0].prices[0].fee.asset: No rate under fx joins iso4217:EUR with EUR, in which the policy compares.',
    'line 36, connections[0].prices[1].fee.asset: No rate under fx joins iso4217:GBP with EUR, in which the policy compares.',
    'line 43, connections[1].prices[0].fee.asset: No rate under fx joins iso4217:EUR with EUR, in which the policy compares.',
  ],
  [
    'limits: [{ asset: iso4217:EUR',
    'limits: [{ asset: iso4217:DEM',
    'line 23, connections[0].limits[0].asset: "iso4217:DEM" is not an active currency of ISO 4217.',
  ],
  [
    'limits: [{ asset: iso4217:EUR, min: 100, max: 100000000000000000000 }]',
    'limits: [{ asset: iso4217:EUR }]',
    'line 23, connections[0].limits[0]: Limits nothing; give min, max or both.',
  ],
  [
    'limits: [{ asset: iso4217:EUR, min: 100, max: 100000000000000000000 }]',
    'limits: [{ asset: iso4217:EUR, min: 3, max: 2 }]',
    'line 23, connections[0].limits[0].max: Must not be below min, which is 3.',
  ],
  [
    'limits: [',
    'limits: [{ asset: iso4217:EUR, min: 1 }, ',
    'line 23, connections[0].limits[1].asset: Repeats connections[0].limits[0].asset.',
  ],
  [
    'when: { countries: [NO]',
    'when: { countries: [UK]',
    'line 12, policy.rules[1].when.countries[0]: Must be a country of ISO 3166-1, such as DE, not "UK".',
  ],
  // Against the catalogue.
  [
    'rail: yapily\n',
    'rail: yapli\n',
    'line 6, policy.railOrder[1]: Must be a rail that a connection of this file names, not "yapily".',
    'line 10, policy.rules[0].then.shares[1].rail: Must be a rail that a connection of this file names, not "yapily".',
    'line 39, connections[1].rail: Must be the id of a rail of the catalogue, not "yapli".',
    'line 48, coverage.restrictions[0].rail: Must be a rail that a connection of this file names, not "yapily".',
  ],
  [
    'countries: [DE, NO]',
    'countries: [DE, GB, NO]',
    'line 21, connections[0].countries[1]: Tink does not serve GB.',
  ],
  [
    'banking.ais.balances]',
    'money.fx]',
    'line 22, connections[0].operations[1]: Tink does not offer money.fx.',
  ],
  [
    'banking.ais.balances]',
    'banking.pix]',
    'line 22, connections[0].operations[1]: Must be a capability id such as banking.pis.single, not "banking.pix".',
  ],
  [
    'status: pending',
    'countries: [NO]\n    operations: [banking.pis.single]',
    'line 42, connections[1].countries[0]: Yapily offers none of the operations given beside it in NO.',
    'line 43, connections[1].operations[0]: Yapily offers banking.pis.single in none of the countries given beside it.',
  ],
  [
    'prices: [{ fee',
    'prices: [{ when: { operations: [banking.pis.vrp-sweeping], countries: [GB, DE] }, fee',
    'line 43, connections[1].prices[0].when.countries[1]: Yapily offers none of the operations given beside it in DE.',
  ],
  [
    'when: { operations: [banking.pis.single], countries: [DE], schemes',
    'when: { operations: [banking.ais.transactions], countries: [FR], schemes',
    'line 34, connections[0].prices[0].when.operations[0]: Tink, as connected here, does not offer banking.ais.transactions.',
    'line 34, connections[0].prices[0].when.countries[0]: Tink, as connected here, does not serve FR.',
  ],
  [
    'schemes: [iban], assets',
    'schemes: [pix], assets',
    'line 34, connections[0].prices[0].when.schemes[0]: Tink, as connected here, does not reach pix.',
  ],
  [
    'mode: decide\n    countries',
    'mode: both\n    countries',
    'line 20, connections[0].mode: Must be route or decide, not "both".',
  ],
  [
    'status: pending',
    'status: degraded',
    'line 42, connections[1].status: Must be one of pending, ready, disabled, not "degraded".',
  ],
  ['key: yapily', 'key: tink-north', 'line 38, connections[1].key: Repeats connections[0].key.'],
  [
    'key: yapily',
    'key: Yapily 1',
    'line 38, connections[1].key: Must be a name of at most 64 small letters, digits and single dashes, not "Yapily 1".',
  ],
  [
    'p95Ms: 4100',
    'p95Ms: 900',
    'line 24, connections[0].declaredLatency.p95Ms: Must not be below p50Ms, which is 1100.',
  ],
  // Prices and contracts.
  [
    'fee: { asset: iso4217:EUR, fixed: 0 }',
    'fee: { asset: iso4217:EUR }',
    'line 43, connections[1].prices[0].fee: Says neither fixed nor bps; what is free says fixed: 0.',
  ],
  [
    'fee: { asset: iso4217:GBP, min: 1 }',
    'fee: { asset: iso4217:GBP, bps: 1 }',
    'line 36, connections[0].prices[1].fee.bps: Is not a field of a fee whose contract has the tiers; there are asset, min, max.',
  ],
  [
    'fee: { asset: iso4217:GBP, min: 1 }',
    'fee: { asset: iso4217:EUR }',
    'line 36, connections[0].prices[1].fee.asset: Must be iso4217:GBP, in which the contract is.',
  ],
  [
    'contract: calls',
    'contract: calles',
    'line 37, connections[0].prices[1].contract: The connection has no contract with the key calles.',
  ],
  [
    /fee: \{ asset: iso4217:GBP, min: 1 \}\n +contract: calls/,
    'fee: { asset: iso4217:GBP, fixed: 1 }',
    'line 26, connections[0].contracts[0].key: No price of the connection names calls.',
  ],
  [
    'prices: [{ fee: { asset: iso4217:EUR, fixed: 0 } }]',
    'prices: [{ fee: { asset: iso4217:EUR, fixed: 0 } }, { fee: { asset: iso4217:EUR, fixed: 1 } }]',
    'line 43, connections[1].prices[1]: Is never reached: the price before it has no conditions, so it always holds.',
  ],
  [
    'from: 0, fixed: 22',
    'from: 1, fixed: 22',
    'line 31, connections[0].contracts[0].tiers[0].from: Must be 0, where the first tier begins, not 1.',
  ],
  [
    '{ from: 5000, bps: 3 }',
    '{ from: 5000 }, { from: 400 }',
    'line 31, connections[0].contracts[0].tiers[2].from: Must be above 5000, where the tier before it begins.',
  ],
  [
    '{ from: 5000, bps: 3 }',
    '{ from: 0 }',
    'line 31, connections[0].contracts[0].tiers[1].from: Repeats connections[0].contracts[0].tiers[0].from.',
  ],
  [
    'period: month',
    'period: week',
    'line 30, connections[0].contracts[0].period: Must be one of month, quarter, year, not "week".',
  ],
  [
    'value: 100, t',
    'value: 0, t',
    'line 32, connections[0].contracts[0].commitment.value: Must be a whole number above 0, of at most 38 digits, not "0".',
  ],
  // Policy.
  [
    'percent: 30',
    'percent: 20',
    'line 10, policy.rules[0].then.shares: The percentages add up to 90, not to 100.',
  ],
  [
    '{ rail: yapily, percent: 30 }',
    '{ rail: tink, percent: 30 }',
    'line 10, policy.rules[0].then.shares[1].rail: Repeats policy.rules[0].then.shares[0].rail.',
  ],
  [
    'type: exclude',
    'type: forbid',
    'line 13, policy.rules[1].then.type: Must be one of exclude, require, prefer, split, not "forbid".',
  ],
  ['type: exclude, ', '', 'line 13, policy.rules[1].then.type: Is missing.'],
  [
    'rails: [tink]',
    'rails: [wise]',
    'line 13, policy.rules[1].then.rails[0]: Must be a rail that a connection of this file names, not "wise".',
  ],
  [
    'when: { countries: [NO]',
    'when: { countries: [GB]',
    'line 13, policy.rules[1].then.rails[0]: Tink offers nothing that the conditions of the rule let through.',
  ],
  [
    'assets: [iso4217:EUR], amountMax',
    'amountMax',
    'line 9, policy.rules[0].when.amountMax: Needs assets beside it, for the same number is another amount in every asset.',
  ],
  [
    'amountMax: 50000 ',
    'amountMin: 6, amountMax: 5 ',
    'line 9, policy.rules[0].when.amountMax: Must not be below amountMin, which is 6.',
  ],
  ['id: not-tink-in-norway', 'id: split-germany', 'line 11, policy.rules[1].id: Repeats policy.rules[0].id.'],
  [
    'NO|DNBANOKK',
    'DNB',
    'line 12, policy.rules[1].when.institutions[0]: Must be an institution, as DE|DEUTDEFF or by its ins_ id, not "DNB".',
  ],
  [
    'priorPpm: 970000',
    'priorPpm: 800000',
    'line 14, policy.reliability.priorPpm: Must not be below floorPpm, which is 900000, or no rail that is new would ever be tried.',
  ],
  [
    'halfLifeMs: 604800000',
    'halfLifeMs: 137438953473',
    'line 14, policy.reliability.halfLifeMs: Must be a whole number from 60000 to 137438953472, not "137438953473".',
  ],
  // Rates and coverage.
  [
    'numerator: 87',
    'numerator: 0',
    'line 45, fx[0].numerator: Must be a whole number above 0, of at most 38 digits, not "0".',
  ],
  [
    'numerator: 87',
    'numerator: 0.87',
    'line 45, fx[0].numerator: Must be a whole number above 0, of at most 38 digits, not "0.87".',
  ],
  [
    'to: iso4217:GBP',
    'to: iso4217:EUR',
    'line 36, connections[0].prices[1].fee.asset: No rate under fx joins iso4217:GBP with iso4217:EUR, in which the policy compares.',
    'line 45, fx[0].to: Must be another asset than from.',
  ],
  [
    'asOf: 2026-11-13T15:00:00Z',
    'asOf: 2026-11-31T15:00:00Z',
    'line 45, fx[0].asOf: Must be a moment in UTC such as 2026-11-13T15:00:00Z, not "2026-11-31T15:00:00Z".',
  ],
  [/(?<=fx:\n)(.*)\n/, '$1\n$1\n', 'line 46, fx[1]: Repeats fx[0].'],
  [
    'rail: yapily, operations: [banking.pis.single]',
    'rail: yapily, operations: [money.fx]',
    'line 48, coverage.restrictions[0].operations[0]: Yapily does not offer money.fx anyway.',
  ],
  [
    /$/,
    `    - { institution: ${institutionId('DE', 'DEUTDEFF')}, rail: yapily, operations: [banking.pis.bulk] }\n`,
    'line 49, coverage.restrictions[1]: Repeats coverage.restrictions[0].',
  ],
  // YAML.
  [
    'label: Yapily',
    'label: Yapily\n    label: Other',
    'line 40, connections[1].label: Stands twice, on lines 40 and 41; keep one.',
  ],
  [
    'label: Yapily',
    'label: &name Yapily',
    'line 40, connections[1].label: Has an anchor; remove it, for there are no aliases here.',
  ],
  [
    'label: Yapily',
    'label: !!str Yapily',
    'line 40, connections[1].label: Has a tag; remove it, for the field says what its value is.',
  ],
  [
    'label: Yapily',
    'label: Yapily\n    "a.b": 1',
    'line 41, connections[1]["a.b"]: Is not a field of a connection; there are key, rail, label, mode, credentials, status, countries, operations, limits, declaredLatency, contracts, prices.',
  ],
];

describe('every mistake is told with its path and its line', () => {
  for (const [from, to, ...said] of MISTAKES) {
    it(said.join(' / ').slice(0, 110), () => {
      const text = SMALL_CONFIG.replace(from, to);
      assert.notEqual(text, SMALL_CONFIG, 'nothing was replaced');
      assert.deepEqual(sayings(text), said);
    });
  }
});

test('a rate in the other direction joins two assets as well', () => {
  const turned = 'from: iso4217:GBP, to: iso4217:EUR';
  assert.deepEqual(sayings(SMALL_CONFIG.replace('from: iso4217:EUR, to: iso4217:GBP', turned)), []);
});

test('a label has no blanks around it', () => {
  assert.match(
    sayings(SMALL_CONFIG.replace('label: Yapily', 'label: " Yapily"'))[0] ?? '',
    /connections\[1\]\.label: Must be/,
  );
});

test('a rule may send money from a country that the rail does not serve', () => {
  const rule = (operation: string) =>
    `when: { operations: [${operation}], countries: [JP] }\n      then: { type: prefer, rails: [wise] }`;
  const wise = '  - { key: wise, rail: wise, label: Wise, mode: decide }\nfx:';
  const file = (operation: string) =>
    SMALL_CONFIG.replace(/when: \{ countries: \[NO\].*\n.*/, rule(operation)).replace('fx:', wise);
  assert.deepEqual(sayings(file('money.cross-border')), []);
  assert.deepEqual(sayings(file('money.fx')), [
    'line 13, policy.rules[1].then.rails[0]: Wise Platform offers nothing that the conditions of the rule let through.',
  ]);
});

test('mistakes in different places are told at once', () => {
  const text = SMALL_CONFIG.replace('format: 1', 'format: 9')
    .replace('percent: 30', 'percent: 20')
    .replace('bps: 10,', 'bps: x,')
    .replace('numerator: 87', 'numerator: x');
  assert.deepEqual(
    sayings(text).map((saying) => saying.split(':')[0]),
    [
      'line 1, format',
      'line 10, policy.rules[0].then.shares',
      'line 35, connections[0].prices[0].fee.bps',
      'line 45, fx[0].numerator',
    ],
  );
});

test('a connection with a mistake of its own still counts as connected', () => {
  assert.deepEqual(sayings(SMALL_CONFIG.replace('    label: Yapily\n', '')), [
    'line 38, connections[1].label: Is missing.',
  ]);
});

test('what is not YAML is said to be none, with the line', () => {
  const [first] = sayings('format: 1\npolicy: [\n');
  assert.match(first ?? '', /^line \d+: Is not YAML that can be read here: /);
  assert.match(
    sayings('a: 1\n...\nb: 2\n')[0] ?? '',
    /^line 3: Is not YAML that can be read here: .*multiple documents/,
  );
  assert.match(sayings('? [a]\n: 1\n')[0] ?? '', /keys must be strings/);
  assert.match(sayings('a: !thing 1\n')[0] ?? '', /Unresolved tag/);
});

test('an empty file is not a configuration', () => {
  assert.match(
    sayings('# nothing yet\n')[0] ?? '',
    /^line 1: Is empty; it must be a routing configuration with the fields format/,
  );
});

test('aliases are refused before they can grow', () => {
  const bomb = `a: &a [x, x]\n${[...'bcdefghijklmnopqrstuvwxyz'].map((name, index) => `${name}: &${name} [${`*${'abcdefghijklmnopqrstuvwxyz'[index]}, `.repeat(9)}]`).join('\n')}\n`;
  assert.match(sayings(bomb)[0] ?? '', /^line 1, a: Has an anchor/);
  assert.match(sayings('a: &a [x]\nb: *a\n').join(), /line 2, b: Is an alias/);
});

test('what is too long, too deep or too wrong ends early', () => {
  assert.deepEqual(sayings(' '.repeat(CONFIG_CHARS_MAX + 1)), [
    `Is longer than ${CONFIG_CHARS_MAX} characters.`,
  ]);
  assert.match(sayings(`${'['.repeat(40)}${']'.repeat(40)}`).join(), /Lies deeper than 16 levels/);
  assert.match(sayings('['.repeat(5_000)).join(), /Is not YAML/);
  const many = sayings(Array.from({ length: 3000 }, (_, index) => `field-${index}: 1\n`).join(''));
  assert.equal(many.length, PROBLEMS_MAX + 1);
  assert.equal(many.at(-1), 'There are 2803 mistakes more; these come first.');
});

test('no text makes it throw', () => {
  const lines = SMALL_CONFIG.split('\n');
  const broken = fc
    .array(fc.tuple(fc.nat(lines.length - 1), fc.nat(80), fc.string({ unit: 'binary', maxLength: 6 })), {
      maxLength: 4,
    })
    .map((cuts) => {
      const text = [...lines];
      for (const [line, at, put] of cuts) {
        const before = text[line] ?? '';
        text[line] = before.slice(0, at) + put + before.slice(at + put.length);
      }
      return text.join('\n');
    });
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), broken), (text) => {
      const read = readRoutingConfig(text, CATALOGUE);
      if (!read.ok) for (const { problem } of read.error) assert.match(problem, /^\P{Ll}.*\.$/su);
      assert(read.ok || read.error.length > 0);
    }),
    { numRuns: 300 },
  );
});

function sayings(text: string): readonly string[] {
  const read = readRoutingConfig(text, CATALOGUE);
  return read.ok ? [] : read.error.map(describeProblem);
}
