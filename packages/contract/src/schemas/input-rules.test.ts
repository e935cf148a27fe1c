import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CAPABILITY_IDS } from '@switchyard/engine';
import { ids } from '../examples/ids.ts';
import { inputReader } from '../input-reader.ts';
import { OPERATIONS, type OperationName } from '../operation-list.ts';
import { isPaymentOperation } from './route-decision.ts';

/** The first problem with a body as `param: key`, or `ok`. */
function bodyProblem(name: OperationName, body: unknown): string {
  return problem(name, { body });
}

function problem(name: OperationName, raw: object): string {
  const operation = OPERATIONS.find((candidate) => candidate.name === name);
  assert.ok(operation);
  const params = operation.params === undefined ? {} : { params: operation.examples.params };
  const read = inputReader(operation)({ ...params, ...raw });
  return read.ok ? 'ok' : `${read.problem.param}: ${read.problem.key}`;
}

const amount = { value: '100', asset: 'iso4217:EUR' };
const quote = { from: ids.payerAccount, to: ids.payeeAccount, amount };
const decision = {
  operation: 'banking.pis.single',
  amount,
  payer: { country: 'DE' },
  payee: { country: 'FR' },
};
const outcome = { decision: ids.decision, rail: 'truelayer', status: 'failed', latencyMs: 0 };
const link = { customer: ids.customer, country: 'DE', returnUri: 'https://shop.example/' };

const CASES: readonly (readonly [string, OperationName, unknown, string])[] = [
  ['a customer needs only externalId', 'customers.create', { externalId: 'u' }, 'ok'],
  ['a customer without externalId', 'customers.create', {}, 'externalId: input.required'],
  ['an empty externalId', 'customers.create', { externalId: '' }, 'externalId: input.too_short'],
  [
    '129 characters of externalId',
    'customers.create',
    { externalId: 'u'.repeat(129) },
    'externalId: input.too_long',
  ],
  ['140 emoji as a name', 'customers.create', { externalId: 'u', name: '😀'.repeat(140) }, 'ok'],
  [
    '141 emoji as a name',
    'customers.create',
    { externalId: 'u', name: '😀'.repeat(141) },
    'name: input.too_long',
  ],
  ['a null name', 'customers.create', { externalId: 'u', name: null }, 'name: input.type'],
  ['something else as e-mail', 'customers.create', { externalId: 'u', email: 'ada' }, 'email: input.format'],
  [
    '255 characters of e-mail',
    'customers.create',
    { externalId: 'u', email: `${'a'.repeat(249)}@b.com` },
    'email: input.too_long',
  ],
  [
    'a country in small letters',
    'customers.create',
    { externalId: 'u', country: 'de' },
    'country: input.pattern',
  ],
  [
    'a country with a newline behind',
    'customers.create',
    { externalId: 'u', country: 'DE\n' },
    'country: input.pattern',
  ],
  [
    'an unknown field',
    'customers.create',
    { externalId: 'u', nickname: 'a' },
    'nickname: input.unknown_field',
  ],
  [
    'metadata over its limit',
    'customers.create',
    { externalId: 'u', metadata: { a: 1 } },
    'metadata.a: input.type',
  ],
  ['a list as a body', 'customers.create', [], ': input.type'],
  ['null as a body', 'customers.create', null, ': input.type'],
  ['no body', 'customers.create', undefined, 'externalId: input.required'],

  ['9 characters of payto', 'addresses.parse', { payto: 'payto://a' }, 'ok'],
  ['8 characters of payto', 'addresses.parse', { payto: 'payto://' }, 'payto: input.too_short'],
  ['2048 characters of payto', 'addresses.parse', { payto: 'p'.repeat(2048) }, 'ok'],
  ['2049 characters of payto', 'addresses.parse', { payto: 'p'.repeat(2049) }, 'payto: input.too_long'],

  ['a registered account', 'accounts.create', { holderName: 'Ada', payto: 'payto://iban/x' }, 'ok'],
  [
    'an empty holder name',
    'accounts.create',
    { holderName: '', payto: 'payto://iban/x' },
    'holderName: input.too_short',
  ],
  [
    '141 characters of holder name',
    'accounts.create',
    { holderName: 'a'.repeat(141), payto: 'p' },
    'holderName: input.too_long',
  ],

  ['a link session', 'linkSessions.create', link, 'ok'],
  ['an unknown channel', 'linkSessions.create', { ...link, channel: 'tv' }, 'channel: input.enum'],
  ['no return URI', 'linkSessions.create', { ...link, returnUri: undefined }, 'returnUri: input.required'],
  ['an IPv4 address', 'linkSessions.create', { ...link, psu: { ip: '203.0.113.7' } }, 'ok'],
  ['an IPv6 address', 'linkSessions.create', { ...link, psu: { ip: '2001:db8::7' } }, 'ok'],
  ['a mapped IPv6 address', 'linkSessions.create', { ...link, psu: { ip: '::ffff:203.0.113.7' } }, 'ok'],
  [
    'an IPv6 address with a zone',
    'linkSessions.create',
    { ...link, psu: { ip: 'fe80::1%eth0' } },
    'psu.ip: input.format',
  ],
  [
    'half an IP address',
    'linkSessions.create',
    { ...link, psu: { ip: '203.0.113' } },
    'psu.ip: input.format',
  ],
  [
    '513 characters of user agent',
    'linkSessions.create',
    { ...link, psu: { userAgent: 'a'.repeat(513) } },
    'psu.userAgent: input.too_long',
  ],
  [
    'another kind of user',
    'linkSessions.create',
    { ...link, psu: { psuType: 'robot' } },
    'psu.psuType: input.enum',
  ],
  [
    'an unknown field of the user',
    'linkSessions.create',
    { ...link, psu: { name: 'Ada' } },
    'psu.name: input.unknown_field',
  ],
  ['an empty psu', 'linkSessions.create', { ...link, psu: {} }, 'ok'],

  ['an advance without anything', 'linkSessions.advance', {}, 'ok'],
  ['an advance without a body', 'linkSessions.advance', undefined, 'ok'],
  [
    'a number among return parameters',
    'linkSessions.advance',
    { returnParams: { code: 1 } },
    'returnParams.code: input.type',
  ],
  ['a cancel without a body', 'paymentIntents.cancel', undefined, 'ok'],
  ['a cancel with an empty body', 'paymentIntents.cancel', {}, 'ok'],
  ['a cancel with a reason', 'paymentIntents.cancel', { reason: 'x' }, 'reason: input.unknown_field'],

  ['a quote', 'routeQuotes.create', quote, 'ok'],
  [
    'an amount of nothing',
    'routeQuotes.create',
    { ...quote, amount: { ...amount, value: '0' } },
    'amount.value: input.zero',
  ],
  [
    'a fraction of a cent',
    'routeQuotes.create',
    { ...quote, amount: { ...amount, value: '1.5' } },
    'amount.value: input.pattern',
  ],
  [
    'a leading zero',
    'routeQuotes.create',
    { ...quote, amount: { ...amount, value: '01' } },
    'amount.value: input.pattern',
  ],
  [
    'a negative amount',
    'routeQuotes.create',
    { ...quote, amount: { ...amount, value: '-1' } },
    'amount.value: input.pattern',
  ],
  [
    'a number as amount',
    'routeQuotes.create',
    { ...quote, amount: { ...amount, value: 100 } },
    'amount.value: input.type',
  ],
  ['38 digits', 'routeQuotes.create', { ...quote, amount: { ...amount, value: '9'.repeat(38) } }, 'ok'],
  [
    '39 digits',
    'routeQuotes.create',
    { ...quote, amount: { ...amount, value: '9'.repeat(39) } },
    'amount.value: input.pattern',
  ],
  [
    'a currency of the past',
    'routeQuotes.create',
    { ...quote, amount: { value: '1', asset: 'iso4217:DEM' } },
    'amount.asset: input.currency_inactive',
  ],
  [
    'a bare currency',
    'routeQuotes.create',
    { ...quote, amount: { value: '1', asset: 'EUR' } },
    'amount.asset: input.asset_malformed',
  ],
  ['a token', 'routeQuotes.create', { ...quote, amount: { value: '1', asset: 'eip155:1/slip44:60' } }, 'ok'],
  ['an account paying itself', 'routeQuotes.create', { ...quote, to: quote.from }, 'to: input.same_account'],
  ['an id of another kind', 'routeQuotes.create', { ...quote, to: ids.customer }, 'to: input.pattern'],

  [
    'a digest of another form, which is for the quote to refuse',
    'paymentIntents.create',
    { quote: ids.quote, digest: 'wrong', returnUri: link.returnUri },
    'ok',
  ],
  [
    '141 characters of reference',
    'paymentIntents.create',
    { quote: ids.quote, digest: 'd', returnUri: link.returnUri, reference: 'a'.repeat(141) },
    'reference: input.too_long',
  ],

  ['a decision', 'routeDecisions.create', decision, 'ok'],
  [
    'a payment without an amount',
    'routeDecisions.create',
    { ...decision, amount: undefined },
    'amount: input.required',
  ],
  [
    'a payment that leaves out the amount',
    'routeDecisions.create',
    without(decision, 'amount'),
    'amount: input.required_for_payments',
  ],
  [
    'a payment that leaves out the payee',
    'routeDecisions.create',
    without(decision, 'payee'),
    'payee: input.required_for_payments',
  ],
  [
    'a balance check with neither',
    'routeDecisions.create',
    { operation: 'banking.ais.balances', payer: { country: 'DE' } },
    'ok',
  ],
  [
    'an unknown operation',
    'routeDecisions.create',
    { ...decision, operation: 'banking.magic' },
    'operation: input.enum',
  ],
  ['no payer', 'routeDecisions.create', without(decision, 'payer'), 'payer: input.required'],
  [
    'a payer without a country',
    'routeDecisions.create',
    { ...decision, payer: {} },
    'payer.country: input.required',
  ],
  [
    'the e-mail of the payer',
    'routeDecisions.create',
    { ...decision, payer: { country: 'DE', email: 'a@b.c' } },
    'payer.email: input.unknown_field',
  ],
  [
    'an IBAN as account reference',
    'routeDecisions.create',
    { ...decision, payer: { country: 'DE', accountRef: 'DE89370400440532013000' } },
    'payer.accountRef: input.unmasked',
  ],
  [
    'an amount of nothing to decide',
    'routeDecisions.create',
    { ...decision, amount: { ...amount, value: '0' } },
    'amount.value: input.zero',
  ],
  [
    'a band',
    'routeDecisions.create',
    { ...decision, amount: { asset: amount.asset, band: { min: '0', max: '9' } } },
    'ok',
  ],
  [
    'a band whose ends are one',
    'routeDecisions.create',
    { ...decision, amount: { asset: amount.asset, band: { min: '9', max: '9' } } },
    'ok',
  ],
  [
    'a band upside down',
    'routeDecisions.create',
    { ...decision, amount: { asset: amount.asset, band: { min: '10', max: '9' } } },
    'amount.band.max: input.band_order',
  ],
  [
    'a band of nothing',
    'routeDecisions.create',
    { ...decision, amount: { asset: amount.asset, band: { min: '0', max: '0' } } },
    'amount.band.max: input.zero',
  ],
  [
    'a band without an end',
    'routeDecisions.create',
    { ...decision, amount: { asset: amount.asset, band: { min: '1' } } },
    'amount.band.max: input.required',
  ],
  [
    'a band in a dead currency',
    'routeDecisions.create',
    { ...decision, amount: { asset: 'iso4217:DEM', band: { min: '1', max: '2' } } },
    'amount.asset: input.currency_inactive',
  ],
  [
    'an amount without a value',
    'routeDecisions.create',
    { ...decision, amount: { asset: amount.asset } },
    'amount.value: input.required',
  ],
  [
    'a value and a band',
    'routeDecisions.create',
    { ...decision, amount: { ...amount, band: { min: '1', max: '2' } } },
    'amount.band: input.unknown_field',
  ],
  ['a text as amount', 'routeDecisions.create', { ...decision, amount: '100' }, 'amount: input.type'],
  [
    'an unknown custody',
    'routeDecisions.create',
    { ...decision, constraints: { custodyAdmitted: ['mine'] } },
    'constraints.custodyAdmitted.0: input.enum',
  ],
  [
    '101 excluded rails',
    'routeDecisions.create',
    { ...decision, constraints: { excludeRails: Array(101).fill('a') } },
    'constraints.excludeRails: input.too_many',
  ],

  ['an outcome', 'outcomes.create', outcome, 'ok'],
  ['30 days of latency', 'outcomes.create', { ...outcome, latencyMs: 2_592_000_000 }, 'ok'],
  [
    'more than 30 days of latency',
    'outcomes.create',
    { ...outcome, latencyMs: 2_592_000_001 },
    'latencyMs: input.too_large',
  ],
  ['a negative latency', 'outcomes.create', { ...outcome, latencyMs: -1 }, 'latencyMs: input.too_small'],
  ['half a millisecond', 'outcomes.create', { ...outcome, latencyMs: 0.5 }, 'latencyMs: input.type'],
  [
    'a fee in major units',
    'outcomes.create',
    { ...outcome, providerFee: { amount: '0.27', currency: 'EUR' } },
    'ok',
  ],
  [
    'a fee as a number',
    'outcomes.create',
    { ...outcome, providerFee: { amount: 0.27, currency: 'EUR' } },
    'providerFee.amount: input.type',
  ],
  [
    'a fee in a dead currency',
    'outcomes.create',
    { ...outcome, providerFee: { amount: '1', currency: 'DEM' } },
    'providerFee.currency: input.currency_inactive',
  ],
  [
    "a provider's message as failure code",
    'outcomes.create',
    { ...outcome, failureCode: 'Account of Ada is closed' },
    'failureCode: input.pattern',
  ],
  ['an ISO 20022 failure code', 'outcomes.create', { ...outcome, failureCode: 'AC04' }, 'ok'],
  [
    'a context without a country',
    'outcomes.create',
    { ...outcome, context: { operation: 'money.fx' } },
    'context.country: input.required',
  ],
];

for (const [what, name, body, expected] of CASES) {
  test(`${name}, ${what}: ${expected}`, () => assert.equal(bodyProblem(name, body), expected));
}

const QUERIES: readonly (readonly [string, OperationName, object, string])[] = [
  ['limit 1', 'customers.list', { limit: 1 }, 'ok'],
  ['limit 100', 'customers.list', { limit: 100 }, 'ok'],
  ['limit 0', 'customers.list', { limit: 0 }, 'limit: input.too_small'],
  ['limit 101', 'customers.list', { limit: 101 }, 'limit: input.too_large'],
  ['limit 1.5', 'customers.list', { limit: 1.5 }, 'limit: input.type'],
  ['limit as text', 'customers.list', { limit: '10' }, 'limit: input.type'],
  ['a cursor of another kind', 'customers.list', { after: ids.event }, 'after: input.pattern'],
  ['no country', 'institutions.list', {}, 'country: input.required'],
  ['81 characters of search', 'institutions.list', { country: 'DE', q: 'a'.repeat(81) }, 'q: input.too_long'],
  ['an unknown event type', 'events.list', { type: 'x.y' }, 'type: input.enum'],
  ['an unknown rail status', 'rails.list', { status: 'gone' }, 'status: input.enum'],
  ['an unknown parameter where some are known', 'rails.list', { page: '2' }, 'page: input.unknown_field'],
  [
    'an unknown parameter where none is known',
    'customers.get',
    { expand: 'x' },
    'expand: input.unknown_field',
  ],
  ['an unknown parameter of a write', 'customers.create', { dry: '1' }, 'dry: input.unknown_field'],
];

for (const [what, name, query, expected] of QUERIES) {
  test(`${name}, ${what}: ${expected}`, () => assert.equal(problem(name, { query }), expected));
}

test('payments are exactly banking.pis.*, banking.payouts, banking.pay-ins.* and money.*', () => {
  assert.deepEqual(CAPABILITY_IDS.filter(isPaymentOperation), [
    'banking.pis.single',
    'banking.pis.scheduled',
    'banking.pis.vrp-sweeping',
    'banking.pis.vrp-commercial',
    'banking.pis.bulk',
    'banking.payouts',
    'banking.pay-ins.virtual-accounts',
    'banking.pay-ins.debit',
    'money.fx',
    'money.cross-border',
    'money.stablecoin-ramp',
  ]);
});

function without(object: object, key: string): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
}
