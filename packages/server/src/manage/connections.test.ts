/** Connections over the management API, against the simulated providers. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { RAIL_MODULES } from '@switchyard/rails';
import {
  advance,
  begin,
  create,
  decide,
  findQuotes,
  isOver,
  type Parties,
  partiesOf,
  pounds,
  quoteFor,
  until,
} from '../../../../test/conformance/paying.ts';
import type { Api } from '../../../../test/harness/api.ts';
import { findConnection } from '../store/connections.ts';
import { findCredentials } from '../store/credentials.ts';
import { claimJob, finishJob } from '../store/jobs.ts';
import { connectToSimulator, startTestSimulator } from '../testing/connect-to-simulator.ts';
import { type IssuedKey, startTestServer, type TestServer } from '../testing/test-server.ts';
import { drainConnection, NOTHING_NEW_AFTER_MS } from '../workflows/drain-connection.ts';

let server: TestServer;
let simulator: Awaited<ReturnType<typeof startTestSimulator>>;
let key: IssuedKey;
let manage: Api;
let parties: Parties;
let hookOf: (connectionId: string) => string;
before(async () => {
  server = await startTestServer({ modules: RAIL_MODULES });
  simulator = await startTestSimulator();
  key = await server.newKey('test');
  ({ hookOf } = await connectToSimulator(server, key.environment.id, simulator.baseUrl));
  manage = (await server.newManager(key.environment.organisationId, { role: 'operator' })).api;
  parties = await partiesOf(key.api)();
});
after(async () => {
  await server.stop();
  await simulator.stop();
});

const POST = { method: 'POST' };
const pathTo = (id = '') =>
  `/manage/v1/environments/${key.environment.id}/connections${id === '' ? '' : `/${id}`}`;

interface Shown {
  readonly id: string;
  readonly rail: string;
  readonly mode: string;
  readonly status: string;
  readonly credentials: readonly string[];
  readonly webhookUrl?: string;
  readonly health: { readonly circuit: string };
}

/** The oldest. */
async function connectionTo(rail: string): Promise<Shown> {
  const found = (await manage(`${pathTo()}?limit=100`)).body.data.findLast(
    (shown: Shown) => shown.rail === rail,
  );
  assert.ok(found, rail);
  return found;
}

async function lastEntry() {
  return (await manage(`/manage/v1/audit_entries?environment=${key.environment.id}&limit=1`)).body.data[0];
}

/** Engines trust what they know for four seconds. */
const FELT_AFTER_MS = 5_000;

async function sealedIn(id: string) {
  const keys = await server.store.keyring.of(key.environment.id);
  const stored = await findCredentials(server.store.db, keys, id);
  assert.ok(stored);
  // As the tests' own simulator was given them.
  return stored.values as Record<string, string>;
}

test('a list comes in pages and shows health, names of credentials and the address to register', async () => {
  const all = (await manage(`${pathTo()}?limit=100`)).body.data;
  assert.ok(all.length > 3);
  const first = (await manage(`${pathTo()}?limit=2`)).body;
  assert.deepEqual(first.data, all.slice(0, 2));
  const second = (await manage(`${pathTo()}?limit=2&after=${first.next}`)).body;
  assert.deepEqual(second.data, all.slice(2, 4));
  const truelayer = await connectionTo('truelayer');
  const { body } = await manage(pathTo(truelayer.id));
  assert.deepEqual(body, truelayer);
  assert.equal(body.webhookUrl, hookOf(truelayer.id));
  assert.deepEqual(body.credentials, Object.keys(await sealedIn(truelayer.id)).sort());
  assert.equal(body.health.circuit, 'closed');
  for (const secret of Object.values(await sealedIn(truelayer.id)))
    assert.ok(!JSON.stringify(all).includes(JSON.stringify(secret)), 'a value of a credential is shown');
});

test('a connection of another environment is not found, like one that does not exist', async () => {
  const truelayer = await connectionTo('truelayer');
  const other = await server.store.newEnvironment();
  const { api } = await server.newManager(other.organisationId);
  const elsewhere = `/manage/v1/environments/${other.id}/connections`;
  const unknown = `con_${'1'.repeat(22)}`;
  for (const [suffix, request] of [
    ['', {}],
    ['', { body: { label: 'Mine' } }],
    ['/credentials', { body: { credentials: {} } }],
    ['/test', POST],
    ['/enable', POST],
    ['/disable', POST],
    ['/drain', POST],
  ] as const) {
    const foreign = await api(`${elsewhere}/${truelayer.id}${suffix}`, request);
    const missing = await api(`${elsewhere}/${unknown}${suffix}`, request);
    assert.equal(foreign.status, 404, foreign.text);
    const { requestId: _f, ...told } = foreign.body.data;
    const { requestId: _m, ...expected } = missing.body.data;
    assert.deepEqual(told, expected);
  }
});

test('a change is checked by the rules of the file, audited, and read back', async () => {
  const { id } = await connectionTo('truelayer');
  const before = await findConnection(server.store.db, key.environment.id, id);
  const wrong = await manage(pathTo(id), { body: { countries: ['GB', 'JP'] } });
  assert.equal(wrong.status, 400, wrong.text);
  assert.deepEqual(
    [wrong.body.data.param, wrong.body.data.explanation.key],
    ['countries[1]', 'connection.invalid'],
  );
  const limits = [{ asset: 'iso4217:GBP', min: '100', max: '5000000' }];
  const changed = await manage(pathTo(id), { body: { label: 'Open banking', limits } });
  assert.equal(changed.status, 200, changed.text);
  assert.deepEqual([changed.body.label, changed.body.limits], ['Open banking', limits]);
  assert.deepEqual(changed.body, (await manage(pathTo(id))).body);
  const entry = await lastEntry();
  assert.deepEqual([entry.action, entry.subject], ['connections.update', id]);
  assert.deepEqual(Object.keys(entry.summary).sort(), ['label', 'limits']);
  const after = await findConnection(server.store.db, key.environment.id, id);
  assert.deepEqual(after?.body.payment, before?.body.payment, 'what the adapter can do stays');
  const back = await manage(pathTo(id), { body: { label: before?.body.label, limits: before?.body.limits } });
  assert.equal(back.status, 200, back.text);
});

test('credentials are checked by field, sealed, and told by name only', async () => {
  const { id } = await connectionTo('truelayer');
  const sealed = await sealedIn(id);
  const secret = 'this-is-no-key-4711';
  const refused = await manage(`${pathTo(id)}/credentials`, {
    body: { credentials: { ...sealed, signing_private_key: secret } },
  });
  assert.equal(refused.status, 400, refused.text);
  assert.equal(refused.body.data.param, 'credentials.signing_private_key');
  assert.ok(!refused.text.includes(secret));
  assert.deepEqual(await sealedIn(id), sealed);
  const set = await manage(`${pathTo(id)}/credentials`, {
    body: { credentials: { ...sealed, client_secret: 'another-secret-4711' } },
  });
  assert.equal(set.status, 200, set.text);
  assert.equal((await sealedIn(id)).client_secret, 'another-secret-4711');
  const entry = await lastEntry();
  assert.equal(entry.action, 'connections.setCredentials');
  assert.deepEqual(entry.summary, { credentials: Object.keys(sealed).sort() });
  assert.ok(!set.text.includes('4711') && !JSON.stringify(entry).includes('4711'));
  assert.ok(!server.log().includes('4711'), 'a secret is in the log');
  await manage(`${pathTo(id)}/credentials`, { body: { credentials: sealed } });
});

test('a test says whether the provider answers, and why it does not', async () => {
  const truelayer = await connectionTo('truelayer');
  const passed = (await manage(`${pathTo(truelayer.id)}/test`, POST)).body;
  assert.deepEqual(
    [passed.result, passed.operation],
    ['passed', 'institutions.list'],
    JSON.stringify(passed),
  );
  const wise = (await manage(`${pathTo((await connectionTo('wise')).id)}/test`, POST)).body;
  assert.deepEqual([wise.result, wise.operation], ['passed', 'statement.page'], JSON.stringify(wise));
  const sealed = await sealedIn(truelayer.id);
  const put = (credentials: object) =>
    manage(`${pathTo(truelayer.id)}/credentials`, { body: { credentials } });
  await put({ ...sealed, client_secret: 'wrong' });
  const failed = (await manage(`${pathTo(truelayer.id)}/test`, POST)).body;
  assert.deepEqual(
    [failed.result, failed.explanation.key],
    ['failed', 'connection_test.misconfigured'],
    JSON.stringify(failed),
  );
  assert.deepEqual((await lastEntry()).summary, {
    result: 'failed',
    reason: 'connection_test.misconfigured',
  });
  // Nobody listens on port 1.
  const gone = 'http://127.0.0.1:1';
  await put({ ...sealed, auth_base_url: gone, api_base_url: gone });
  for (let tries = 0; tries < 8; tries += 1) {
    const unreached = (await manage(`${pathTo(truelayer.id)}/test`, POST)).body;
    assert.equal(unreached.explanation.key, 'connection_test.unavailable');
  }
  await put(sealed);
  const again = (await manage(`${pathTo(truelayer.id)}/test`, POST)).body;
  assert.equal(again.result, 'passed', 'failed tests open no circuit');
  assert.equal((await connectionTo('truelayer')).status, 'ready');
});

test('a bank whose adapter needs no call to list itself is not said to have passed', async () => {
  const { id, rail } = await connectionTo('berlin-group-xs2a');
  const { body } = await manage(`${pathTo(id)}/test`, POST);
  assert.deepEqual(
    [body.result, body.explanation],
    ['untested', { ...body.explanation, key: 'connection_test.nothing_to_ask', vars: { rail } }],
  );
});

test('a connection is created, given credentials, tested and enabled', async () => {
  const create = (body: object) => manage(pathTo(), { body });
  const terms = { key: 'truelayer-second', rail: 'truelayer', mode: 'route', label: 'Second' };
  assert.equal((await create({ ...terms, rail: 'no-such-rail' })).body.data.param, 'rail');
  const created = await create(terms);
  assert.equal(created.status, 201, created.text);
  const { id, status, credentials } = created.body;
  assert.deepEqual([status, credentials, created.body.webhookUrl], ['pending', [], undefined]);
  assert.equal((await create(terms)).body.data.explanation.key, 'connection.key_taken');
  for (const step of ['test', 'enable']) {
    const early = await manage(`${pathTo(id)}/${step}`, POST);
    assert.deepEqual([early.status, early.body.data.explanation.key], [409, 'connection.no_credentials']);
  }
  const sealed = await sealedIn((await connectionTo('truelayer')).id);
  assert.equal((await manage(`${pathTo(id)}/credentials`, { body: { credentials: sealed } })).status, 200);
  assert.equal((await manage(`${pathTo(id)}/test`, POST)).body.result, 'passed');
  const enabled = await manage(`${pathTo(id)}/enable`, POST);
  assert.deepEqual([enabled.body.status, enabled.body.webhookUrl], ['ready', hookOf(id)]);
  assert.deepEqual((await lastEntry()).summary, { status: { from: 'pending', to: 'ready' } });
  assert.equal((await manage(`${pathTo(id)}/enable`, POST)).status, 409);
  await eventually(async () => {
    const connection = await findConnection(server.store.db, key.environment.id, id);
    assert.ok(connection?.body.payment, 'what its adapter can do is found out');
  });
  const disabled = await manage(`${pathTo(id)}/disable`, POST);
  assert.equal(disabled.body.status, 'disabled');
  assert.equal((await manage(`${pathTo(id)}/disable`, POST)).status, 409);
  assert.equal((await manage(`${pathTo(id)}/drain`, POST)).body.data.explanation.key, 'connection.not_on');
});

test('a drain takes nothing new, lets what is under way end, and then disables', async () => {
  const { id } = await connectionTo('truelayer');
  const wish = { from: parties.british, to: parties.britishPayee, amount: pounds('1250') };
  const payment = await begin(key.api, await quoteFor(key.api, wish, 'truelayer'));
  const unused = await quoteFor(key.api, wish, 'truelayer');
  const draining = await manage(`${pathTo(id)}/drain`, POST);
  assert.equal(draining.status, 200, draining.text);
  assert.deepEqual(
    [draining.body.status, draining.body.draining.payments, draining.body.draining.linkSessions],
    ['ready', 1, 0],
  );
  assert.deepEqual((await lastEntry()).summary, { draining: { from: false, to: true } });
  assert.equal((await manage(`${pathTo(id)}/drain`, POST)).body.data.explanation.key, 'connection.draining');

  server.advance(FELT_AFTER_MS);
  const { quotes, infeasible } = await findQuotes(key.api, wish);
  assert.ok(quotes.every(({ legs }) => legs.every(({ connection }) => connection !== id)));
  assert.ok(infeasible.some(({ code }) => code === 'connection.disabled'));
  assert.equal((await create(key.api, unused)).status, 422);

  server.advance(NOTHING_NEW_AFTER_MS);
  assert.ok((await runDrain(id)) instanceof Date, 'it looks again later');
  assert.ok((await manage(pathTo(id))).body.draining);
  const returnParams = await decide(payment, 'approve');
  await advance(key.api, payment, { returnParams });
  assert.equal((await until(key.api, payment, isOver)).status, 'succeeded');

  assert.equal(await runDrain(id), undefined);
  const { status, draining: done } = (await manage(pathTo(id))).body;
  assert.deepEqual([status, done], ['disabled', undefined]);
  const entry = await lastEntry();
  assert.deepEqual(
    [entry.action, entry.actor, entry.subject],
    ['connections.disable', { type: 'system' }, id],
  );
  assert.equal((await manage(`${pathTo(id)}/enable`, POST)).body.status, 'ready');
});

test('a drain is called off by enabling, survives a file that has it off, and ends with one that has it on', async () => {
  const { id } = await connectionTo('wise');
  await manage(`${pathTo(id)}/drain`, POST);
  const off = await manage(`${pathTo(id)}/enable`, POST);
  assert.deepEqual([off.body.status, off.body.draining], ['ready', undefined]);
  assert.equal(await runDrain(id), undefined);
  assert.equal((await manage(pathTo(id))).body.status, 'ready');

  await manage(`${pathTo(id)}/drain`, POST);
  const renamed = await manage(pathTo(id), { body: { label: 'Wise, draining' } });
  assert.deepEqual([renamed.body.status, renamed.body.label], ['ready', 'Wise, draining']);
  assert.ok(renamed.body.draining);

  const configuration = `/manage/v1/environments/${key.environment.id}/configuration`;
  const exported: string = (await manage(configuration)).body.text;
  assert.match(exported, /label: Wise, draining\n *mode: route\n *status: disabled\n/);
  const text = exported.replace(/(label: Wise, draining\n *mode: route\n) *status: disabled\n/, '$1');
  const { digest } = (await manage(`${configuration}/plan`, { body: { text } })).body;
  const applied = await manage(`${configuration}/apply`, { body: { text, plan: digest } });
  assert.equal(applied.status, 200, applied.text);
  const { status, draining } = (await manage(pathTo(id))).body;
  assert.deepEqual([status, draining], ['ready', undefined]);
});

test('what is only decided about is switched, and has neither credentials nor tests', async () => {
  const all: Shown[] = (await manage(`${pathTo()}?limit=100`)).body.data;
  const decided = all.find(({ mode, status }) => mode === 'decide' && status === 'ready');
  assert.ok(decided);
  for (const [step, request] of [
    ['test', POST],
    ['credentials', { body: { credentials: { secret: 'x' } } }],
  ] as const) {
    const answer = await manage(`${pathTo(decided.id)}/${step}`, request);
    assert.deepEqual([answer.status, answer.body.data.explanation.key], [409, 'connection.decide_only']);
  }
  assert.equal((await manage(`${pathTo(decided.id)}/disable`, POST)).body.status, 'disabled');
  assert.equal((await manage(`${pathTo(decided.id)}/enable`, POST)).body.status, 'ready');
});

test('an environment without a policy has nothing to connect by', async () => {
  const bare = await server.store.newEnvironment();
  const { api } = await server.newManager(bare.organisationId);
  const body = { key: 'first', rail: 'truelayer', mode: 'decide', label: 'First' };
  const answer = await api(`/manage/v1/environments/${bare.id}/connections`, { body });
  assert.deepEqual([answer.status, answer.body.data.explanation.key], [409, 'connection.no_policy']);
});

/** As the worker would when the time has come: jobs are due by the database's clock, which no test moves. */
async function runDrain(connectionId: string): Promise<Date | undefined> {
  const job = {
    environmentId: key.environment.id,
    kind: 'connection.drain',
    subjectId: connectionId,
  } as const;
  const lease = await claimJob(server.store.db, job);
  assert.ok(lease, 'a drain has its job');
  const next = await drainConnection(server.workflows, lease);
  await finishJob(server.store.db, lease, next);
  return next;
}

async function eventually(check: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
