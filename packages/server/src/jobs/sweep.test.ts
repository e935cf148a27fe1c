import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { idAt } from '../domain/ids.ts';
import { RETENTION_DEFAULT, type Retention } from '../domain/retention.ts';
import { type IssuedKey, startTestServer, type TestServer } from '../testing/test-server.ts';
import { keepStandingJobs } from './standing-jobs.ts';
import { sweep } from './sweep.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ACCOUNT = { payto: 'payto://iban/DE75512108001245126199', holderName: 'Grace Hopper' };

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

function sweepIn(who: IssuedKey, days: number, retention: Retention = RETENTION_DEFAULT) {
  const now = () => Date.now() + days * DAY_MS;
  const { db } = server.store;
  const { id: environmentId } = who.environment;
  return sweep({ db, now, sleep: async () => undefined, retention }, { environmentId });
}

function owner<Row extends object>(who: IssuedKey, text: string, values: readonly unknown[] = []) {
  return server.store.asOwner<Row>(text, [...values], who.environment.id);
}

const count = async (who: IssuedKey, table: string) =>
  (await owner(who, `select from switchyard.${table} where environment_id = $1`, [who.environment.id]))
    .length;

async function newAccounts(who: IssuedKey, many: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let made = 0; made < many; made += 1)
    ids.push((await who.api('/v1/accounts', { body: ACCOUNT })).body.id);
  return ids;
}

/** With their snapshot, each so many days old. */
async function insertDecisions(who: IssuedKey, ages: readonly number[]): Promise<void> {
  const { id } = who.environment;
  await owner(
    who,
    `insert into switchyard.routing_snapshot (environment_id, digest, version, body, created_at, used_at)
      values ($1, 'cited', 1, '', now() - interval '400 days', now() - interval '400 days'), ($1, 'newest', 2, '', now(), now())`,
    [id],
  );
  for (const [index, days] of ages.entries()) {
    const atMs = Date.now() - days * DAY_MS;
    await owner(
      who,
      `insert into switchyard.decision (environment_id, id, request, ranking, snapshot_digest, created_at)
        values ($1, $2, '{}', '[]', 'cited', $3)`,
      [id, `${idAt('dec_', atMs)}${index}`, new Date(atMs)],
    );
  }
}

async function insertQuote(who: IssuedKey, accounts: readonly string[], days: number): Promise<string> {
  const id = idAt('qt_', Date.now() - days * DAY_MS);
  await owner(
    who,
    `insert into switchyard.route_quote (environment_id, id, digest, from_account_id, to_account_id, channel, body, holds,
        snapshot_digest, expires_at, created_at)
      values ($1, $2, 'd', $3, $4, 'web', '{}', '{}', 's', now(), now())`,
    [who.environment.id, id, accounts[0], accounts[1]],
  );
  return id;
}

async function insertPayment(who: IssuedKey, accounts: readonly string[], quote: string): Promise<string> {
  const id = server.store.newId('pi_');
  await owner(
    who,
    `insert into switchyard.payment_intent (environment_id, id, quote_id, digest, subject_id, from_account_id,
        to_account_id, status, body, details, created_at, updated_at)
      values ($1, $2, $3, 'd', $4, $4, $5, 'processing', '{}', '', now(), now())`,
    [who.environment.id, id, quote, accounts[0], accounts[1]],
  );
  return id;
}

test('decisions are cleared away when their days are over, and then the snapshots that nobody cites', async () => {
  const who = await server.newKey();
  await insertDecisions(who, [100, 91, 89, 0]);
  await sweepIn(who, 0);
  assert.equal(await count(who, 'decision'), 2);
  assert.equal(
    await count(who, 'routing_snapshot'),
    2,
    'one is cited by what is left, the other is the newest',
  );
  await sweepIn(who, 91);
  assert.equal(await count(who, 'decision'), 0);
  assert.equal(await count(who, 'routing_snapshot'), 1);
});

test('one environment’s sweep leaves the others as they are', async () => {
  const [here, there] = [await server.newKey(), await server.newKey()];
  for (const who of [here, there]) await insertDecisions(who, [100]);
  await sweepIn(here, 0);
  assert.deepEqual([await count(here, 'decision'), await count(there, 'decision')], [0, 1]);
});

test('a shorter retention that is configured later reaches what an earlier sweep had left', async () => {
  const who = await server.newKey();
  await insertDecisions(who, [100, 50, 5]);
  await sweepIn(who, 0);
  assert.equal(await count(who, 'decision'), 2);
  await sweepIn(who, 0, { ...RETENTION_DEFAULT, decision: 10 * DAY_MS });
  assert.equal(await count(who, 'decision'), 1);
});

test('a quote that was paid stays with its payment', async () => {
  const who = await server.newKey();
  const accounts = await newAccounts(who, 2);
  await insertQuote(who, accounts, 40);
  const paid = await insertQuote(who, accounts, 39);
  await insertQuote(who, accounts, 38);
  await insertPayment(who, accounts, paid);
  await sweepIn(who, 0);
  const left = await owner<{ id: string }>(who, 'select id from switchyard.route_quote');
  assert.deepEqual(left, [{ id: paid }]);
});

test('a message to an endpoint goes by its age, and never while it waits', async () => {
  const who = await server.newKey();
  const { id } = who.environment;
  await owner(
    who,
    `insert into switchyard.webhook_endpoint (environment_id, id, url, description, status, secrets, created_at, updated_at)
      values ($1, 'whe', 'https://shop.example', '', 'enabled', '', now(), now())`,
    [id],
  );
  const insert = (event: string, status: string, next: string | null, ended: string | null) =>
    owner(
      who,
      `insert into switchyard.webhook_message (environment_id, endpoint_id, event_id, sequence, status, next_at, created_at, ended_at)
        values ($1, 'whe', $2, 1, $3, $4::timestamptz, coalesce($5::timestamptz, $4::timestamptz), $5::timestamptz)`,
      [id, event, status, next, ended],
    );
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  await insert('evt_waiting', 'pending', ago(89), null);
  await insert('evt_delivered', 'delivered', null, ago(31));
  await insert('evt_late', 'dead', null, ago(29));
  await sweepIn(who, 0);
  const left = await owner<{ event_id: string }>(
    who,
    'select event_id from switchyard.webhook_message order by event_id',
  );
  assert.deepEqual(left, [{ event_id: 'evt_late' }, { event_id: 'evt_waiting' }]);
});

test('events go from the beginning of the log, and a cursor among them is told the oldest that is left', async () => {
  const who = await server.newKey();
  await newAccounts(who, 3);
  const [first, second, last] = (await who.api('/v1/events')).body.data;
  await sweepIn(who, 91);
  const page = (await who.api('/v1/events')).body;
  assert.deepEqual(page.data, [last], 'the newest always stays');
  assert.deepEqual(last.sequence, 3);
  for (const { id } of [first, second]) {
    const refused = await who.api(`/v1/events?after=${id}`);
    assert.equal(refused.status, 400);
    const { code, param, explanation } = refused.body.data;
    assert.deepEqual([code, param, explanation.key], ['invalid_request', 'after', 'cursor.expired']);
    assert.equal(explanation.vars.oldest, last.id);
  }
  assert.equal((await who.api(`/v1/events?after=${last.id}`)).status, 200);
  await newAccounts(who, 1);
  const [next] = (await who.api(`/v1/events?after=${last.id}`)).body.data;
  assert.equal(next.sequence, 4, 'numbers go on as if nothing had been removed');
});

test('a cursor that never was is unknown, not expired, and so is one of another environment', async () => {
  const [who, other] = [await server.newKey(), await server.newKey()];
  await newAccounts(who, 2);
  await sweepIn(who, 91);
  await newAccounts(other, 1);
  const [foreign] = (await other.api('/v1/events')).body.data;
  for (const after of [foreign.id, idAt('evt_', Date.now() + DAY_MS)]) {
    const { body } = await who.api(`/v1/events?after=${after}`);
    assert.equal(body.data.explanation.key, 'cursor.unknown');
  }
});

test('the log is kept from the first event of a payment that is still open', async () => {
  const who = await server.newKey();
  const accounts = await newAccounts(who, 4);
  const payment = await insertPayment(who, accounts, await insertQuote(who, accounts, 0));
  await owner(who, 'update switchyard.event set object_id = $1 where sequence = 3', [payment]);
  await sweepIn(who, 91);
  const sequences = async () =>
    (await who.api('/v1/events')).body.data.map(({ sequence }: { sequence: number }) => sequence);
  assert.deepEqual(await sequences(), [3, 4]);
  await owner(who, `update switchyard.payment_intent set status = 'succeeded' where id = $1`, [payment]);
  await sweepIn(who, 91);
  assert.deepEqual(await sequences(), [4]);
});

test('a sweep that has more to do than one lease allows comes again at once', async () => {
  const who = await server.newKey();
  await owner(
    who,
    `insert into switchyard.outcome (environment_id, decision_id, rail, status, body, created_at)
      select $1, 'dec_' || n, 'r', 'succeeded', '{}', now() - interval '500 days' from generate_series(1, 2500) n`,
    [who.environment.id],
  );
  let nowMs = Date.now();
  const deps = {
    db: server.store.db,
    now: () => nowMs,
    // After each full batch: as if that had taken so long.
    sleep: async () => {
      nowMs += 8_000;
    },
    retention: RETENTION_DEFAULT,
  };
  const again = await sweep(deps, { environmentId: who.environment.id });
  assert.equal(again.getTime(), nowMs);
  assert.equal(await count(who, 'outcome'), 500, 'two batches fit');
  await sweepIn(who, 0);
  assert.equal(await count(who, 'outcome'), 0);
});

test('every environment gets the jobs that are done again and again, and keeps the time they have', async () => {
  const who = await server.newKey();
  const jobs = () =>
    server.store.asOwner<{ run_at: Date }>(
      `select run_at from switchyard.job where environment_id = $1 and kind = 'retention.sweep'`,
      [who.environment.id],
    );
  await keepStandingJobs({ db: server.store.db, now: Date.now });
  const [first] = await jobs();
  await keepStandingJobs({ db: server.store.db, now: () => Date.now() + DAY_MS });
  assert.deepEqual(await jobs(), [first]);
});

test('sessions, and what leads to keys and tokens, go a month after their end', async () => {
  const who = await server.newKey();
  const { organisationId } = who.environment;
  const [email, password] = ['swept@sweep.example', 'a long sentence of theirs'];
  await server.newOperator(organisationId, { email, password });
  const [manager, ended] = [await server.newManager(organisationId), await server.newManager(organisationId)];
  const [spare, revoked] = [await server.newKey(who.environment), await server.newKey(who.environment)];
  await server.revoke(revoked);
  const path = `/manage/v1/management_tokens/${ended.id}/revoke`;
  assert.equal((await manager.api(path, { method: 'POST' })).status, 200);
  const signIn = () => manager.api('/manage/v1/sessions', { body: { email, password } });
  for (let times = 0; times < 2; times += 1) assert.equal((await signIn()).status, 201);
  const rows = async () => {
    const found = await server.store.asOwner<{ readonly n: number }>(
      `select count(*)::integer as n from switchyard.operator_session where organisation_id = $1
        union all select count(*)::integer from switchyard.credential_lookup
          where organisation_id = $1 and kind = 'session'
        union all select count(*)::integer from switchyard.credential_lookup
          where organisation_id = $1 and kind = 'token'
        union all select count(*)::integer from switchyard.api_key_lookup where environment_id = $2`,
      [organisationId, who.environment.id],
      who.environment.id,
      organisationId,
    );
    return found.map(({ n }) => n);
  };
  assert.deepEqual(await rows(), [2, 2, 2, 3]);
  await sweepIn(who, 29);
  assert.deepEqual(await rows(), [2, 2, 2, 3]);
  const other = await server.newKey();
  await sweepIn(other, 32);
  assert.deepEqual(await rows(), [2, 2, 2, 3], 'whatever another organisation sweeps');
  await sweepIn(who, 32);
  assert.deepEqual(await rows(), [0, 0, 1, 2]);
  assert.equal((await revoked.api('/v1/rails')).status, 401);
  assert.equal((await ended.api('/manage/v1/me')).status, 401);
  for (const api of [who.api, spare.api]) assert.equal((await api('/v1/rails')).status, 200);
  const listed = await manager.api(`/manage/v1/environments/${who.environment.id}/api_keys`);
  assert.equal(listed.body.data.length, 3, 'a key that was revoked stays in the list');
  assert.equal((await signIn()).status, 201);
});
