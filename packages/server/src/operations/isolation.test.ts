import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RAIL_MODULES } from '@switchyard/rails';
import { connectToSimulator, startTestSimulator } from '../testing/connect-to-simulator.ts';
import { type IssuedKey, startTestServer, type TestServer } from '../testing/test-server.ts';

/** Two organisations, one of which has something of every kind and is connected to banks. */
let server: TestServer;
let simulator: Awaited<ReturnType<typeof startTestSimulator>>;
let ours: IssuedKey;
let theirs: IssuedKey;
let foreign: Readonly<
  Record<
    'customer' | 'account' | 'event' | 'institution' | 'linkSession' | 'quote' | 'digest' | 'payment',
    string
  >
>;

before(async () => {
  server = await startTestServer({ modules: RAIL_MODULES });
  simulator = await startTestSimulator();
  ours = await server.newKey('test');
  theirs = await server.newKey('test');
  const customer = await theirs.api('/v1/customers', { body: { externalId: 'shared-id', name: 'Theirs' } });
  const account = await theirs.api('/v1/accounts', {
    body: { customer: customer.body.id, holderName: 'Theirs', payto: 'payto://iban/DE75512108001245126199' },
  });
  const event = await theirs.api('/v1/events');
  await connectToSimulator(server, theirs.environment.id, simulator.baseUrl);
  const banks = await theirs.api('/v1/institutions?country=GB&limit=1');
  const linkSession = await theirs.api('/v1/link_sessions', { body: linkOf(customer.body.id) });
  const [from, to] = [await wallet(OWN_WALLET), await wallet(OTHER_WALLET)];
  const quoted = async () => {
    const { body } = await theirs.api('/v1/route_quotes', { body: { from, to, amount: USDC } });
    return body.quotes[0];
  };
  const unspent = await quoted();
  const payment = await theirs.api('/v1/payment_intents', { body: payOf(await quoted()) });
  assert.equal(payment.status, 201, payment.text);
  foreign = {
    quote: unspent.id,
    digest: unspent.digest,
    payment: payment.body.id,
    customer: customer.body.id,
    account: account.body.id,
    event: event.body.data[0].id,
    institution: banks.body.data[0].id,
    linkSession: linkSession.body.id,
  };
});
after(async () => {
  await server.stop();
  await simulator.stop();
});

const UNKNOWN_PAYMENT = '/v1/payment_intents/pi_0000000000000000000000';
const UNKNOWN_LINK = '/v1/link_sessions/lnk_0000000000000000000000';

const paths = {
  'GET /v1/customers/{id}': () => [
    `/v1/customers/${foreign.customer}`,
    '/v1/customers/cus_0000000000000000000000',
  ],
  'GET /v1/accounts/{id}': () => [
    `/v1/accounts/${foreign.account}`,
    '/v1/accounts/acct_0000000000000000000000',
  ],
  'GET /v1/events/{id}': () => [`/v1/events/${foreign.event}`, '/v1/events/evt_0000000000000000000000'],
  'GET /v1/payment_intents/{id}': () => [`/v1/payment_intents/${foreign.payment}`, UNKNOWN_PAYMENT],
  'GET /v1/link_sessions/{id}': () => [`/v1/link_sessions/${foreign.linkSession}`, UNKNOWN_LINK],
} as const;

for (const [name, pathsOf] of Object.entries(paths)) {
  test(`${name} answers for another organisation's object exactly as for an unknown one`, async () => {
    const [foreignPath = '', unknownPath = ''] = pathsOf();
    const [one, other] = [await ours.api(foreignPath), await ours.api(unknownPath)];
    assert.equal(one.status, 404);
    assert.equal(withoutId(one.text), withoutId(other.text));
    assert.equal((await theirs.api(foreignPath)).status, 200);
  });
}

for (const list of ['customers', 'accounts', 'events', 'payment_intents'] as const) {
  test(`GET /v1/${list} shows nothing of another organisation and does not take its cursors`, async () => {
    assert.deepEqual((await ours.api(`/v1/${list}`)).body.data, []);
    const cursor = {
      customers: foreign.customer,
      accounts: foreign.account,
      events: foreign.event,
      payment_intents: foreign.payment,
    }[list];
    const refused = await ours.api(`/v1/${list}?after=${cursor}`);
    assert.equal(refused.status, 400);
    assert.equal(refused.body.data.param, 'after');
  });
}

test('an account cannot be registered for another organisation’s customer', async () => {
  const account = (customer: string) =>
    ours.api('/v1/accounts', {
      body: { customer, holderName: 'X', payto: 'payto://iban/DE75512108001245126199' },
    });
  const [one, other] = [await account(foreign.customer), await account('cus_0000000000000000000000')];
  assert.equal(one.status, 404);
  assert.equal(one.body.data.param, 'customer');
  assert.equal(withoutId(one.text), withoutId(other.text));
});

test('filters by another organisation’s ids find nothing', async () => {
  assert.deepEqual((await ours.api(`/v1/accounts?customer=${foreign.customer}`)).body.data, []);
  assert.deepEqual((await ours.api('/v1/customers?externalId=shared-id')).body.data, []);
});

test('the same external id in two organisations is two customers', async () => {
  const mine = await ours.api('/v1/customers', { body: { externalId: 'shared-id' } });
  assert.notEqual(mine.body.id, foreign.customer);
  assert.equal(mine.body.name, undefined);
});

test('another organisation’s link session is not advanced', async () => {
  const advance = (path: string) =>
    ours.api(`${path}/advance`, { body: { returnParams: { state: 'guessed' } } });
  const [one, other] = [
    await advance(`/v1/link_sessions/${foreign.linkSession}`),
    await advance(UNKNOWN_LINK),
  ];
  assert.equal(one.status, 404);
  assert.equal(withoutId(one.text), withoutId(other.text));
});

test('GET /v1/institutions shows no bank that only another organisation is connected to', async () => {
  assert.deepEqual((await ours.api('/v1/institutions?country=GB')).body.data, []);
  assert.notDeepEqual((await theirs.api('/v1/institutions?country=GB')).body.data, []);
});

test('no account is linked for another organisation’s customer, nor at its banks', async () => {
  const own = await ours.api('/v1/customers', { body: { externalId: 'linking' } });
  const link = (change: object) =>
    ours.api('/v1/link_sessions', { body: { ...linkOf(own.body.id), ...change } });
  for (const [param, of, unknown] of [
    ['customer', foreign.customer, 'cus_0000000000000000000000'],
    ['institution', foreign.institution, 'ins_0000000000000000000000'],
  ] as const) {
    const [one, other] = [await link({ [param]: of }), await link({ [param]: unknown })];
    assert.equal(one.status, 404, param);
    assert.equal(one.body.data.param, param);
    assert.equal(withoutId(one.text), withoutId(other.text));
  }
});

test('no route is found from or to another organisation’s account', async () => {
  const own = await ours.api('/v1/accounts', { body: { holderName: 'X', payto: OWN_WALLET } });
  const quote = (from: string, to: string) =>
    ours.api('/v1/route_quotes', { body: { from, to, amount: USDC } });
  const unknown = 'acct_0000000000000000000000';
  for (const [param, one, other] of [
    ['from', await quote(foreign.account, own.body.id), await quote(unknown, own.body.id)],
    ['to', await quote(own.body.id, foreign.account), await quote(own.body.id, unknown)],
  ] as const) {
    assert.equal(one.status, 404, param);
    assert.equal(one.body.data.param, param);
    assert.equal(withoutId(one.text), withoutId(other.text));
  }
});

test('another organisation’s quote is not paid, and stays theirs to pay', async () => {
  const { quote: id, digest } = foreign;
  const [one, other] = [
    await ours.api('/v1/payment_intents', { body: payOf({ id, digest }) }),
    await ours.api('/v1/payment_intents', { body: payOf({ id: 'qt_0000000000000000000000', digest }) }),
  ];
  assert.equal(one.status, 404);
  assert.equal(one.body.data.param, 'quote');
  assert.equal(withoutId(one.text), withoutId(other.text));
  const paid = await theirs.api('/v1/payment_intents', { body: payOf({ id, digest }) });
  assert.equal(paid.status, 201, paid.text);
});

test('another organisation’s payment is neither advanced nor cancelled', async () => {
  for (const deed of ['advance', 'cancel']) {
    const [one, other] = [
      await ours.api(`/v1/payment_intents/${foreign.payment}/${deed}`, { method: 'POST' }),
      await ours.api(`${UNKNOWN_PAYMENT}/${deed}`, { method: 'POST' }),
    ];
    assert.equal(one.status, 404);
    assert.equal(withoutId(one.text), withoutId(other.text));
  }
  const { body } = await theirs.api(`/v1/payment_intents/${foreign.payment}`);
  assert.notEqual(body.status, 'cancelled');
});

const OWN_WALLET = 'payto://eth/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266@8453';
const OTHER_WALLET = 'payto://eth/0x70997970C51812dc3A010C7d01b50e0d17dc79C8@8453';
const USDC = { value: '1000', asset: 'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' };

async function wallet(payto: string): Promise<string> {
  return (await theirs.api('/v1/accounts', { body: { holderName: 'Theirs', payto } })).body.id;
}

function payOf({ id, digest }: { readonly id: string; readonly digest: string }): object {
  return { quote: id, digest, returnUri: 'https://shop.example/paid' };
}

function linkOf(customer: string): object {
  return { customer, country: 'GB', returnUri: 'https://shop.example/linked' };
}

function withoutId(text: string): string {
  return text.replace(/"requestId":"[^"]+"/, '');
}
