import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RAIL_MODULES } from '@switchyard/rails';
import {
  begin,
  isOver,
  linkAccount,
  lookAt,
  pay,
  pounds,
  quoteFor,
  RETURN_URI,
  until,
} from '../../../../test/conformance/paying.ts';
import { connectToSimulator, startTestSimulator } from '../testing/connect-to-simulator.ts';
import { type IssuedKey, startTestServer, type TestServer } from '../testing/test-server.ts';
import { eraseCustomer } from './erase-customer.ts';

const NAME = 'Hedwig Eva Maria Kiesler';
const EMAIL = 'hedy@example.com';
const SECRETS = [NAME, 'Kiesler', EMAIL, 'frequency hopping', 'user-4711', 'INVOICE 1942'];

let server: TestServer;
let simulator: Awaited<ReturnType<typeof startTestSimulator>>;
let key: IssuedKey;
before(async () => {
  server = await startTestServer({ modules: RAIL_MODULES });
  simulator = await startTestSimulator();
  key = await server.newKey('test');
  await connectToSimulator(server, key.environment.id, simulator.baseUrl);
});
after(async () => {
  await server.stop();
  await simulator.stop();
});

async function erase(customerId: string) {
  const { db, keyring } = server.store;
  const { id } = key.environment;
  const keys = await keyring.of(id);
  return db.transaction(id, async (tx) => {
    const cause = { actor: 'operator' } as const;
    const erased = await eraseCustomer(server.workflows, tx, keys, { customerId, at: new Date(), cause });
    return { commit: erased.ok, value: erased };
  });
}

const owner = <Row extends object>(text: string, values: unknown[] = []) =>
  server.store.asOwner<Row>(text, values, key.environment.id);

async function newCustomer(externalId: string, headers: Record<string, string> = {}): Promise<string> {
  const body = {
    externalId,
    name: NAME,
    email: EMAIL,
    country: 'GB',
    metadata: { note: 'frequency hopping' },
  };
  const made = await key.api('/v1/customers', { body, headers });
  assert.equal(made.status, 201, made.text);
  return made.body.id;
}

const register = async (fields: object = {}) => {
  const body = { payto: 'payto://iban/GB33BUKB20201555555555', holderName: NAME, ...fields };
  return (await key.api('/v1/accounts', { body })).body.id as string;
};

const quoteTo = (from: string, to: string) =>
  quoteFor(key.api, { from, to, amount: pounds('1250') }, 'truelayer');

/** Every row of every table of the schema, as text. */
async function everything(): Promise<string> {
  const tables = await owner<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'switchyard'::regnamespace and relkind = 'r'`,
  );
  const rows = await Promise.all(tables.map(({ name }) => owner(`select t::text from switchyard.${name} t`)));
  return JSON.stringify(rows);
}

async function walkEvents() {
  const { body } = await key.api('/v1/events?limit=100');
  assert.equal(body.hasMore, false);
  return body.data as readonly { readonly sequence: number; readonly type: string; readonly data: object }[];
}

test('an erased customer is gone, its payments keep their amounts, and the log goes on without a gap', async () => {
  const customer = await newCustomer('user-4711');
  const payer = await linkAccount(key.api, customer, 'GB', 'truelayer', 'monzo');
  const payee = await register();
  const paid = await pay(key.api, await quoteTo(payer, payee), 'approve', {
    reference: 'INVOICE 1942',
    metadata: { note: 'frequency hopping' },
  });
  assert.equal(paid.status, 'succeeded');
  const before = await walkEvents();
  for (const secret of SECRETS.filter((text) => text !== 'user-4711'))
    assert.ok(!JSON.stringify(before).includes(secret), 'events never held it');

  const erased = await erase(customer);
  assert.deepEqual(erased, { ok: true, value: { accounts: [payer] } });

  for (const path of [`customers/${customer}`, `accounts/${payer}`])
    assert.equal((await key.api(`/v1/${path}`)).status, 404, path);
  assert.equal((await key.api('/v1/customers?externalId=user-4711')).body.data.length, 0);
  assert.ok(!(await key.api('/v1/accounts?limit=100')).text.includes(payer));
  assert.equal((await key.api(`/v1/accounts?after=${payer}`)).status, 200, 'a walk that stood there goes on');

  const left = await lookAt(key.api, paid);
  const { reference: _, metadata: __, ...rest } = paid;
  const { metadata, ...same } = left;
  assert.deepEqual([metadata, left.reference], [{}, undefined]);
  assert.deepEqual(same, rest);
  assert.ok((await key.api(`/v1/payment_intents?customer=${customer}`)).text.includes(paid.id));
  const cancelled = await key.api(`/v1/payment_intents/${paid.id}/cancel`, { method: 'POST' });
  assert.equal(cancelled.status, 409);

  const events = await walkEvents();
  assert.deepEqual(events.slice(0, before.length), before, 'nothing that was told is untold');
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, index) => index + 1),
  );
  const [closing] = events.slice(before.length);
  assert.equal(closing?.type, 'account.updated');

  const stored = await everything();
  for (const secret of SECRETS) assert.ok(!stored.includes(secret), `${secret} is nowhere`);
  const [dataKey] = await owner('select wrapped from switchyard.data_key where subject_id = $1', [customer]);
  assert.deepEqual(dataKey, { wrapped: null });
  assert.equal((await erase(customer)).ok, false, 'once');
});

test('what stood in for the customer cannot be used any more', async () => {
  const customer = await newCustomer('user-4712', { 'idempotency-key': 'made' });
  const own = await register({ customer });
  assert.ok((await erase(customer)).ok);
  const other = await register();
  const refusals = [
    await key.api('/v1/accounts', {
      body: { payto: 'payto://iban/DE75512108001245126199', holderName: NAME, customer },
    }),
    await key.api('/v1/link_sessions', { body: { customer, country: 'GB', returnUri: RETURN_URI } }),
    await key.api('/v1/route_quotes', { body: { from: other, to: own, amount: pounds('100') } }),
  ];
  for (const { status, text } of refusals) assert.equal(status, 404, text);
  const repeated = await key.api('/v1/customers', {
    body: {
      externalId: 'user-4712',
      name: NAME,
      email: EMAIL,
      country: 'GB',
      metadata: { note: 'frequency hopping' },
    },
    headers: { 'idempotency-key': 'made' },
  });
  assert.equal(repeated.status, 404);
  assert.equal(repeated.body.data.explanation.key, 'idempotency.erased');
});

test('who comes back under the same externalId is a new customer', async () => {
  const first = await newCustomer('user-4713');
  assert.ok((await erase(first)).ok);
  const again = await key.api('/v1/customers', { body: { externalId: 'user-4713' } });
  assert.equal(again.status, 201);
  assert.notEqual(again.body.id, first);
});

test('a payment that is open forbids it, whichever end of it the customer is', async () => {
  const [payer, payee] = [await newCustomer('payer'), await newCustomer('payee')];
  const from = await linkAccount(key.api, payer, 'GB', 'truelayer', 'monzo');
  const to = await register({ customer: payee });
  const payment = await begin(key.api, await quoteTo(from, to));
  for (const customer of [payer, payee]) {
    const refused = await erase(customer);
    assert.ok(!refused.ok);
    assert.equal(refused.error.code, 'state_conflict');
    assert.deepEqual(refused.error.explanation, {
      key: 'customer.payment_open',
      vars: { paymentIntent: payment.id },
    });
  }
  await key.api(`/v1/payment_intents/${payment.id}/cancel`, { method: 'POST' });
  await until(key.api, payment, isOver);
  assert.ok((await erase(payer)).ok);
  assert.ok((await erase(payee)).ok);
});

test('a link session that is open forbids it', async () => {
  const customer = await newCustomer('linking');
  const body = { customer, country: 'GB', rail: 'truelayer', returnUri: RETURN_URI };
  const { id: linkSession } = (await key.api('/v1/link_sessions', { body })).body;
  const refused = await erase(customer);
  assert.deepEqual(!refused.ok && refused.error.explanation, {
    key: 'customer.link_open',
    vars: { linkSession },
  });
});

test('a payment begun while its customer is being erased is not written', async () => {
  const { db, keyring } = server.store;
  const { id } = key.environment;
  const customer = await newCustomer('racing');
  const keys = await keyring.of(id);
  const held = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const erasing = db.transaction(id, async (tx) => {
    const erasure = { customerId: customer, at: new Date(), cause: { actor: 'operator' } as const };
    const value = await eraseCustomer(server.workflows, tx, keys, erasure);
    held.resolve();
    await goOn.promise;
    return { commit: true, value };
  });
  await held.promise;
  // It has read the customer's key before the erasure, and writes after it.
  const registering = owner(
    `insert into switchyard.account (environment_id, id, customer_id, subject_id, source, status, scheme, masked, assets,
        fingerprint, details, address, created_at, updated_at)
      values ($1, 'acct_late', $2, $2, 'registered', 'active', 'iban', '', '{}', '', '', '', now(), now())`,
    [id, customer],
  );
  const refused = assert.rejects(registering, /has been erased/);
  setTimeout(goOn.resolve, 100);
  assert.ok((await erasing).ok);
  await refused;
});
