import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RETENTION_DEFAULT } from '../domain/retention.ts';
import { sweep } from '../jobs/sweep.ts';
import { addSealingKey } from '../store/environment-keys.ts';
import { IDEMPOTENCY_RETENTION_MS } from '../store/idempotency.ts';
import { type IssuedKey, startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let key: IssuedKey;
before(async () => {
  server = await startTestServer();
  key = await server.newKey();
});
after(() => server.stop());

const ACCOUNT = { holderName: 'Ada Lovelace', payto: 'payto://iban/DE75512108001245126199' };
const post = (who: IssuedKey, path: string, body: unknown, idempotencyKey: string) =>
  who.api(path, { body, headers: { 'idempotency-key': idempotencyKey } });
const countEvents = async (who: IssuedKey) => (await who.api('/v1/events?limit=100')).body.data.length;

test('a repeat is answered with the same bytes and says so', async () => {
  const first = await post(key, '/v1/accounts', ACCOUNT, 'repeat');
  const second = await post(key, '/v1/accounts', ACCOUNT, 'repeat');
  assert.equal(first.status, 201);
  assert.equal(second.status, 201);
  assert.equal(second.text, first.text);
  assert.equal(first.headers.get('idempotent-replayed'), null);
  assert.equal(second.headers.get('idempotent-replayed'), 'true');
});

test('the order of the fields makes no other request of it', async () => {
  const { holderName, payto } = ACCOUNT;
  const first = await post(key, '/v1/accounts', { holderName, payto }, 'order');
  const second = await post(key, '/v1/accounts', { payto, holderName }, 'order');
  assert.equal(second.text, first.text);
});

test('twenty equal requests at once have one effect and one answer', async () => {
  const who = await server.newKey();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => post(who, '/v1/accounts', ACCOUNT, 'twenty')),
  );
  assert.deepEqual([...new Set(answers.map((answer) => answer.status))], [201]);
  assert.equal(new Set(answers.map((answer) => answer.text)).size, 1);
  assert.equal(answers.filter((answer) => answer.headers.get('idempotent-replayed') === null).length, 1);
  assert.equal((await who.api('/v1/accounts')).body.data.length, 1);
  assert.equal(await countEvents(who), 1);
});

test('twenty equal customers at once, each under its own key, are one customer with one answer for each key', async () => {
  const who = await server.newKey();
  const body = { externalId: 'twenty', name: 'Ada Lovelace' };
  const keys = Array.from({ length: 20 }, (_, index) => `customer-${index}`);
  const first = await Promise.all(keys.map((name) => post(who, '/v1/customers', body, name)));
  assert.equal(new Set(first.map((answer) => answer.text)).size, 1);
  assert.ok(first.every((answer) => answer.headers.get('idempotent-replayed') === null));
  const again = await Promise.all(keys.map((name) => post(who, '/v1/customers', body, name)));
  assert.deepEqual(new Set(again.map((answer) => answer.text)), new Set(first.map((answer) => answer.text)));
  assert.ok(again.every((answer) => answer.headers.get('idempotent-replayed') === 'true'));
  assert.equal((await who.api('/v1/customers')).body.data.length, 1);
  const left = await server.store.asOwner(
    'select subject_id from switchyard.data_key',
    [],
    who.environment.id,
  );
  // The environment's own key, and the customer's: those who came too late have left nothing.
  assert.equal(left.length, 2);
});

test('a customer that exists is answered under a new key, and stays as it was', async () => {
  const who = await server.newKey();
  const first = await who.api('/v1/customers', { body: { externalId: 'there', name: 'Ada' } });
  const other = await post(who, '/v1/customers', { externalId: 'there', name: 'Not Ada' }, 'there');
  assert.equal(other.status, 201);
  assert.equal(other.text, first.text);
  const repeated = await post(who, '/v1/customers', { externalId: 'there', name: 'Not Ada' }, 'there');
  assert.equal(repeated.text, first.text);
  assert.equal(repeated.headers.get('idempotent-replayed'), 'true');
});

test('the same key with another body, or on another path, is a conflict', async () => {
  await post(key, '/v1/accounts', ACCOUNT, 'other');
  for (const [path, body] of [
    ['/v1/accounts', { ...ACCOUNT, holderName: 'Someone else' }],
    ['/v1/customers', { externalId: 'other' }],
  ] as const) {
    const answer = await post(key, path, body, 'other');
    assert.equal(answer.status, 409);
    assert.equal(answer.body.data.code, 'idempotency_conflict');
    assert.equal(answer.body.data.param, 'Idempotency-Key');
  }
});

test('what was refused is not kept: the same key may be used for the mended request', async () => {
  const wrong = await post(key, '/v1/accounts', { ...ACCOUNT, customer: 'cus_0000000000000000' }, 'mend');
  assert.equal(wrong.status, 404);
  const right = await post(key, '/v1/accounts', ACCOUNT, 'mend');
  assert.equal(right.status, 201);
});

test('environments do not see each other’s keys', async () => {
  const other = await server.newKey();
  const here = await post(key, '/v1/accounts', ACCOUNT, 'shared');
  const there = await post(other, '/v1/accounts', ACCOUNT, 'shared');
  assert.equal(there.status, 201);
  assert.notEqual(there.body.id, here.body.id);
});

test('two keys of one environment share its Idempotency-Keys', async () => {
  const other = await server.newKey(key.environment);
  const first = await post(key, '/v1/accounts', ACCOUNT, 'team');
  assert.equal((await post(other, '/v1/accounts', ACCOUNT, 'team')).text, first.text);
});

test('a first request that takes too long is a conflict with Retry-After, and nothing of it is lost', async () => {
  const who = await server.newKey();
  const claimed = Promise.withResolvers<void>();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { db } = server.store;
  // A transaction that claims the key and does not end: what a stuck node would look like.
  const stuck = db.transaction(who.environment.id, async (tx) => {
    await tx.query(
      {
        name: 'test-claim',
        text: `insert into switchyard.idempotency_key (environment_id, key, fingerprint, created_at, expires_at)
          values ($1, 'stuck', '\\x00', now(), now() + interval '1 day')`,
      },
      [who.environment.id],
    );
    claimed.resolve();
    await held;
    return { commit: false, value: undefined };
  });
  await claimed.promise;
  const answer = await post(who, '/v1/accounts', ACCOUNT, 'stuck');
  assert.equal(answer.status, 409);
  assert.equal(answer.body.data.explanation.key, 'idempotency.in_flight');
  assert.equal(answer.headers.get('retry-after'), '1');
  release();
  await stuck;
  // The stuck one has ended without a commit, as a crash would: its claim is gone with it.
  assert.equal((await post(who, '/v1/accounts', ACCOUNT, 'stuck')).status, 201);
  assert.equal(await countEvents(who), 1);
});

test('a claim is gone when the work behind it fails', async () => {
  const who = await server.newKey();
  const failed = await post(who, '/v1/accounts', { ...ACCOUNT, customer: 'cus_0000000000000000' }, 'fails');
  assert.equal(failed.status, 404);
  const left = await server.store.asOwner(
    'select key from switchyard.idempotency_key',
    [],
    who.environment.id,
  );
  assert.deepEqual(left, []);
});

test('the answer kept for repeats is sealed', async () => {
  const who = await server.newKey();
  await post(who, '/v1/accounts', ACCOUNT, 'sealed');
  const rows = await server.store.asOwner<{ response: Buffer }>(
    'select response from switchyard.idempotency_key',
    [],
    who.environment.id,
  );
  assert.equal(rows.length, 1);
  assert.doesNotMatch(rows[0]?.response.toString('latin1') ?? '', /Ada|acct_|iban/);
});

test('addresses/parse keeps nothing at all', async () => {
  const who = await server.newKey();
  const body = { payto: ACCOUNT.payto };
  assert.equal((await post(who, '/v1/addresses/parse', body, 'parse')).status, 200);
  const other = { payto: 'payto://bic/SOGEDEFFXXX' };
  assert.equal((await post(who, '/v1/addresses/parse', other, 'parse')).status, 200);
  const rows = await server.store.asOwner(
    'select key from switchyard.idempotency_key',
    [],
    who.environment.id,
  );
  assert.deepEqual(rows, []);
});

test('a repeat is understood after the environment key was rotated by another node', async () => {
  const who = await server.newKey();
  await addSealingKey(server.store.db, server.store.masterKeys, who.environment.id, new Date());
  const first = await post(who, '/v1/accounts', ACCOUNT, 'rotated');
  server.store.keyring.forget(who.environment.id);
  assert.equal((await post(who, '/v1/accounts', ACCOUNT, 'rotated')).text, first.text);
});

test('after seven days a key may be used anew, and it is cleared away', async () => {
  const who = await server.newKey();
  const first = await post(who, '/v1/accounts', ACCOUNT, 'old');
  server.advance(IDEMPOTENCY_RETENTION_MS + 1);
  const again = await post(who, '/v1/accounts', ACCOUNT, 'old');
  assert.equal(again.status, 201);
  assert.notEqual(again.body.id, first.body.id);
  const now = () => Date.now() + 3 * IDEMPOTENCY_RETENTION_MS;
  const deps = { db: server.store.db, now, sleep: async () => undefined, retention: RETENTION_DEFAULT };
  await sweep(deps, { environmentId: who.environment.id });
  const rows = await server.store.asOwner(
    'select key from switchyard.idempotency_key',
    [],
    who.environment.id,
  );
  assert.deepEqual(rows, []);
});
