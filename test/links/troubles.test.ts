/** Linking on a real server, database and simulator: what providers do late, twice, wrongly or not at all. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { RAIL_MODULES } from '@switchyard/rails';
import {
  ALL_PROVIDERS,
  PLAID_CLIENT_ID,
  PLAID_SECRET,
  type Simulator,
  startSimulator,
} from '@switchyard/simulator';
import { linkRef } from '../../packages/rails/src/plaid/link-ref.ts';
import { refOf } from '../../packages/server/src/store/link-sessions.ts';
import { connectToSimulator } from '../../packages/server/src/testing/connect-to-simulator.ts';
import { startTestServer, type TestServer } from '../../packages/server/src/testing/test-server.ts';
import type { Api } from '../harness/api.ts';
import { walkPages } from '../harness/walk-pages.ts';

let simulator: Simulator;
let server: TestServer;
let api: Api;
let environmentId: string;
let connected: Awaited<ReturnType<typeof connectToSimulator>>;
before(async () => {
  simulator = await startSimulator({ providers: ALL_PROVIDERS });
  server = await startTestServer({ modules: RAIL_MODULES });
});
after(async () => {
  await server.stop();
  await simulator.stop();
});
/** An environment of its own for every test, so that no circuit or event of another is in the way. */
beforeEach(async () => {
  await control('DELETE', '/faults');
  await control('DELETE', '/webhooks');
  const key = await server.newKey('test');
  api = key.api;
  environmentId = key.environment.id;
  connected = await connectToSimulator(server, environmentId, simulator.baseUrl);
});

test('a consent that is revoked is told of once, though its webhook comes twice; linking again restores the account', async () => {
  const customer = await newCustomer();
  await control('POST', '/webhooks', { provider: 'plaid', webhooks: 'duplicate' });
  const institution = await bank('US', 'Test Bank whose consents are revoked');
  const wish = { customer, country: 'US', rail: 'plaid', institution };
  const linked = await link(wish);
  const [id = ''] = linked.accounts;
  assert.equal((await api(`/v1/accounts/${id}`)).body.rails.length, 1);
  await until(async () => (await api(`/v1/accounts/${id}`)).body.status === 'reauth_required');
  await sleep(500);
  assert.deepEqual((await eventsAbout(id)).filter((type) => type === 'account.reauth_required').length, 1);
  const again = await link(wish);
  assert.deepEqual(again.accounts, [id]);
  assert.deepEqual(await eventsAbout(id), ['account.updated', 'account.reauth_required', 'account.updated']);
  assert.equal((await api(`/v1/accounts/${id}`)).body.status, 'active');
});

test('two sessions that link one account at once make one account of it', async () => {
  const customer = await newCustomer();
  const wish = { customer, country: 'GB', rail: 'truelayer', institution: await bank('GB', 'Monzo') };
  const sessions = await Promise.all(Array.from({ length: 6 }, () => begin(wish)));
  const returns = await Promise.all(sessions.map((one) => walkPages(one.action.url, 'approve')));
  const done = await Promise.all(sessions.map(({ id }, at) => finish(id, returns[at]?.params ?? {})));
  assert.deepEqual(new Set(done.map(({ status }) => status)), new Set(['completed']));
  assert.equal(new Set(done.flatMap(({ accounts }) => accounts)).size, 1);
  const { body } = await api(`/v1/accounts?customer=${customer}`);
  assert.equal(body.data.length, 1);
});

test('when the pick is unavailable the next-ranked rail is tried; who forces a rail gets no other', async () => {
  const institution = await bank('GB', 'Monzo');
  const pick = (await begin({ country: 'GB', institution })).rail;
  const start = { truelayer: '/api/providers', plaid: '/link/token/create', 'enable-banking': '/auth' }[
    pick as 'plaid'
  ];
  await fault(pick, start, 'error_503');
  const other = await begin({ country: 'GB', institution });
  assert.notEqual(other.rail, pick);
  const { params } = await walkPages(other.action.url, 'approve');
  assert.equal((await finish(other.id, params)).status, 'completed');
  const forced = await create({ country: 'GB', institution, rail: pick });
  assert.deepEqual(
    [forced.status, forced.failure.code, forced.rail],
    ['failed', 'provider_unavailable', pick],
  );
  assert.deepEqual(await eventsAbout(forced.id), ['link_session.failed']);
});

test('a provider that keeps failing has its circuit opened and the connection degraded, told of once, until it works again', async () => {
  const { connection } = await begin({ country: 'GB', rail: 'plaid' });
  await fault('plaid', '/link/token/create', 'error_503');
  const asked = async () => (await control('GET', '/requests?provider=plaid')).requests.length;
  for (let call = 0; call < 5; call += 1) await create({ country: 'GB', rail: 'plaid' });
  await until(async () => (await statusOf(connection)) === 'degraded');
  const before = await asked();
  const refused = await create({ country: 'GB', rail: 'plaid' });
  assert.equal(refused.failure.code, 'provider_unavailable');
  assert.equal(await asked(), before, 'an open circuit asks nobody');
  server.advance(5_000);
  await create({ country: 'GB', rail: 'plaid' });
  assert.equal(await asked(), before + 1, 'one call tries');
  assert.deepEqual(await eventsAbout(connection), ['connection.degraded']);
  await control('DELETE', '/faults');
  server.advance(10_000);
  assert.equal((await create({ country: 'GB', rail: 'plaid' })).status, 'requires_action');
  await until(async () => (await statusOf(connection)) === 'ready');
  assert.deepEqual(await eventsAbout(connection), ['connection.degraded']);
});

test('a webhook that Plaid did not sign is refused; one to a path that nobody has is not found', async () => {
  const { connection } = await begin({ country: 'GB', rail: 'plaid' });
  const hook = connected.hookOf(connection);
  const body = JSON.stringify({
    webhook_type: 'ITEM',
    webhook_code: 'USER_PERMISSION_REVOKED',
    item_id: 'x',
  });
  const headers = { 'content-type': 'application/json', 'plaid-verification': 'e30.e30.e30' };
  assert.equal((await fetch(hook, { method: 'POST', body, headers })).status, 400);
  assert.equal((await fetch(hook, { method: 'POST', body })).status, 400);
  assert.equal((await fetch(`${hook.slice(0, -3)}abc`, { method: 'POST', body, headers })).status, 404);
  assert.equal((await notices()).length, 0);
});

test('a webhook that overtakes what it is about is kept, and applied when that is known; sent twice it is kept once', async () => {
  const session = await begin({ country: 'GB', rail: 'plaid' });
  const { connection } = session;
  const hook = connected.hookOf(connection);
  await control('POST', '/webhooks', { provider: 'plaid', webhooks: 'duplicate' });
  const token = await foreignLink(hook);
  await until(async () => (await notices()).length > 0);
  await sleep(400);
  const kept = await notices();
  assert.ok(kept.every(({ applied_at }) => applied_at === null));
  const keys = await server.store.keyring.of(environmentId);
  await server.store.asOwner(
    'update switchyard.link_session set provider_ref = $3 where environment_id = $1 and id = $2',
    [environmentId, session.id, refOf(keys, connection, linkRef(token))],
    environmentId,
  );
  await until(async () => (await notices()).every(({ applied_at }) => applied_at !== null), 20_000);
  assert.ok((await api(`/v1/link_sessions/${session.id}`)).body.status === 'requires_action');
});

test('a creation whose server died before it could answer is gone on with by its repeat', async () => {
  const customer = await newCustomer();
  const body = { customer, country: 'GB', returnUri: RETURN_URI };
  const headers = { 'idempotency-key': `key-${environmentId}` };
  const first = await api('/v1/link_sessions', { body, headers });
  assert.equal(first.status, 201);
  // As it stands when the claim and the session were committed and nothing more.
  await server.store.asOwner(
    `update switchyard.idempotency_key set status = null, response = null where environment_id = $1`,
    [environmentId],
    environmentId,
  );
  const soon = await api('/v1/link_sessions', { body, headers });
  assert.equal(soon.status, 409, 'whoever began it may still be at it');
  assert.ok(soon.headers.get('retry-after'));
  server.advance(31_000);
  const resumed = await api('/v1/link_sessions', { body, headers });
  assert.equal(resumed.status, 201);
  assert.equal(resumed.body.id, first.body.id);
  const replayed = await api('/v1/link_sessions', { body, headers });
  assert.equal(replayed.headers.get('idempotent-replayed'), 'true');
  assert.equal(replayed.text, resumed.text);
});

test('no word that a user or a provider keeps secret is logged', async () => {
  const session = await begin({ country: 'GB', rail: 'truelayer', institution: await bank('GB', 'Monzo') });
  const { params } = await walkPages(session.action.url, 'approve');
  const done = await finish(session.id, params);
  assert.equal(done.status, 'completed');
  const log = server.log();
  for (const secret of [params.code ?? '', params.state ?? '', PLAID_SECRET])
    assert.ok(secret.length > 0 && !log.includes(secret));
});

// The clock goes forward only; what is signed with the real time is too old for it after these.

test('a session that nobody finishes fails as expired, once', async () => {
  const { id } = await begin({ country: 'GB', rail: 'plaid' });
  server.advance(31 * 60_000);
  const { body } = await api(`/v1/link_sessions/${id}/advance`, { body: {} });
  assert.deepEqual([body.status, body.failure.code], ['failed', 'expired']);
  await api(`/v1/link_sessions/${id}/advance`, { body: {} });
  assert.deepEqual(await eventsAbout(id), ['link_session.failed']);
});

test('a consent whose day has come needs its user again, said once, also while the provider cannot be asked', async () => {
  const { accounts } = await link({
    country: 'GB',
    rail: 'truelayer',
    institution: await bank('GB', 'Monzo'),
  });
  const [id = ''] = accounts;
  await fault('truelayer', '/connect/token', 'error_503');
  server.advance(91 * 24 * 3_600_000);
  for (let look = 0; look < 3; look += 1) {
    await server.store.asOwner(`update switchyard.job set run_at = now() where kind = 'grant.check'`);
    await sleep(600);
  }
  await until(async () => (await api(`/v1/accounts/${id}`)).body.status === 'reauth_required');
  assert.deepEqual(await eventsAbout(id), ['account.updated', 'account.reauth_required']);
});

const RETURN_URI = 'https://shop.example/return';
let people = 0;

async function newCustomer(): Promise<string> {
  people += 1;
  return (await api('/v1/customers', { body: { externalId: `person-${people}`, name: 'Ada' } })).body.id;
}

interface Wish {
  readonly country: string;
  readonly customer?: string;
  readonly rail?: string;
  readonly institution?: string;
}

async function create(wish: Wish) {
  const customer = wish.customer ?? (await newCustomer());
  const { status, body } = await api('/v1/link_sessions', {
    body: { ...wish, customer, returnUri: RETURN_URI },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

async function begin(wish: Wish) {
  const session = await create(wish);
  assert.equal(session.status, 'requires_action', JSON.stringify(session));
  return session;
}

async function link(wish: Wish) {
  const session = await begin(wish);
  const { params } = await walkPages(session.action.url, 'approve');
  const done = await finish(session.id, params);
  assert.equal(done.status, 'completed', JSON.stringify(done));
  return done;
}

async function finish(id: string, returnParams: Readonly<Record<string, string>>) {
  let { body } = await api(`/v1/link_sessions/${id}/advance`, { body: { returnParams } });
  await until(async () => {
    if (body.status !== 'processing') return true;
    body = (await api(`/v1/link_sessions/${id}`)).body;
    return false;
  });
  return body;
}

async function bank(country: string, name: string): Promise<string> {
  const { body } = await api(`/v1/institutions?country=${country}&limit=100`);
  for (const one of body.data) if (one.name === name) return one.id;
  throw new Error(`no ${name} in ${country}`);
}

/** A session in Link that this service knows nothing of, though its webhooks come here. Its user leaves it. */
async function foreignLink(webhook: string): Promise<string> {
  const answer = await fetch(`${simulator.baseUrl}/plaid/link/token/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: PLAID_CLIENT_ID,
      secret: PLAID_SECRET,
      client_name: 'Another',
      language: 'en',
      country_codes: ['GB'],
      user: { client_user_id: 'somebody' },
      products: ['auth'],
      webhook,
      hosted_link: { completion_redirect_uri: RETURN_URI },
    }),
  });
  const { link_token, hosted_link_url } = await answer.json();
  await walkPages(hosted_link_url, 'decline');
  return link_token;
}

function notices() {
  return server.store.asOwner<{ applied_at: Date | null }>(
    'select applied_at from switchyard.provider_notice where environment_id = $1',
    [environmentId],
    environmentId,
  );
}

async function statusOf(connectionId: string): Promise<string | undefined> {
  const [row] = await server.store.asOwner<{ status: string }>(
    'select status from switchyard.connection where environment_id = $1 and id = $2',
    [environmentId, connectionId],
    environmentId,
  );
  return row?.status;
}

async function eventsAbout(id: string): Promise<readonly string[]> {
  const { body } = await api('/v1/events?limit=100');
  return body.data.flatMap((event: { type: string; data: { object: { id: string } } }) =>
    event.data.object.id === id ? [event.type] : [],
  );
}

function fault(provider: string, path: string, kind: string) {
  return control('POST', '/faults', { provider, path, fault: kind });
}

async function control(method: string, path: string, body?: unknown) {
  const answer = await fetch(`${simulator.baseUrl}/control${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  assert.ok(answer.ok, await answer.clone().text());
  return answer.status === 204 ? {} : answer.json();
}

async function until(isSo: () => Promise<boolean>, msMax = 15_000): Promise<void> {
  const deadline = Date.now() + msMax;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It has not come about in time');
    await sleep(100);
  }
}
