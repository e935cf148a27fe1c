import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { REQUEST_LOG_LOOKED_AT_MAX } from '@switchyard/contract';
import type { ApiAnswer } from '../../../../test/harness/api.ts';
import type { Environment } from '../domain/environment.ts';
import { requestIdAt } from '../domain/request-id.ts';
import { RETENTION_DEFAULT } from '../domain/retention.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import { sweep } from '../jobs/sweep.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const idOf = (answer: ApiAnswer) => answer.headers.get('request-id') ?? '';

let server: TestServer;
before(async () => {
  server = await startTestServer({ requestLog: true });
});
after(() => server.stop());

async function viewerOf(environment: Environment) {
  const { api } = await server.newManager(environment.organisationId, { role: 'viewer' });
  const within = `/manage/v1/environments/${environment.id}/request_log`;
  return async (rest = '') => {
    await server.requestLog?.flush();
    return api(`${within}${rest}`);
  };
}

test('a request is found by its id: who called what, how it was answered, and nothing that was in it', async () => {
  const key = await server.newKey();
  const look = await viewerOf(key.environment);
  const sentAt = Date.now();
  const made = await key.api('/v1/customers', { body: { externalId: 'secret-4711', name: 'Grace Hopper' } });
  const { body } = await look(`/${idOf(made)}`);
  const { durationMs, at, ...rest } = body;
  assert.deepEqual(rest, {
    id: idOf(made),
    object: 'request_log_entry',
    key: key.id,
    operation: 'customers.create',
    status: 201,
  });
  assert.ok(durationMs > 0 && durationMs < 10_000);
  assert.ok(Math.abs(Date.parse(at) - sentAt) < 10_000);
  const [row] = await server.store.asOwner<{ row: string }>(
    'select r::text as row from switchyard.request_log r where environment_id = $1',
    [key.environment.id],
    key.environment.id,
  );
  assert.doesNotMatch(row?.row ?? 'Grace', /Grace|4711|127\.0\.0\.1/);
});

test('what was refused says why: before the body was read, while it was, and after', async () => {
  const key = await server.newKey('test', { scopes: ['customers.get', 'customers.create'] });
  const look = await viewerOf(key.environment);
  const refused = {
    forbidden: await key.api('/v1/events'),
    PAYLOAD_TOO_LARGE: await key.api('/v1/customers', { rawBody: `"${'x'.repeat(256 * 1024)}"` }),
    invalid_request: await key.api('/v1/customers', { body: { nothing: 1 } }),
    not_found: await key.api('/v1/customers/cus_000000000000000000'),
  };
  for (const [code, answer] of Object.entries(refused)) {
    const { status, errorCode } = (await look(`/${idOf(answer)}`)).body;
    assert.deepEqual([status, errorCode], [answer.status, code]);
  }
});

test('what came with no valid key is in nobody’s log', async () => {
  const key = await server.newKey();
  const look = await viewerOf(key.environment);
  await server.revoke(key);
  assert.equal((await key.api('/v1/customers')).status, 401);
  assert.deepEqual((await look()).body, { data: [], hasMore: false });
});

test('a call over the limit is in the log of its key', async () => {
  const limiter = () => createRateLimiter({ perSecond: 1, burst: 1 });
  const calls = { live: limiter(), test: limiter(), liveDecide: limiter(), testDecide: limiter() };
  const limited = await startTestServer({ requestLog: true, limiters: { calls } });
  try {
    const key = await limited.newKey();
    const manager = await limited.newManager(key.environment.organisationId);
    await key.api('/v1/customers');
    const refused = await key.api('/v1/customers');
    assert.equal(refused.status, 429);
    await limited.requestLog?.flush();
    const path = `/manage/v1/environments/${key.environment.id}/request_log/${idOf(refused)}`;
    assert.equal((await manager.api(path)).body.errorCode, 'rate_limited');
  } finally {
    await limited.stop();
  }
});

test('a walk shows every request once, the newest first', async () => {
  const key = await server.newKey();
  const look = await viewerOf(key.environment);
  const asked: string[] = [];
  for (let calls = 0; calls < 7; calls += 1) asked.push(idOf(await key.api('/v1/customers')));
  const seen: string[] = [];
  let next: string | undefined;
  do {
    const { body } = await look(`?limit=3${next === undefined ? '' : `&after=${next}`}`);
    seen.push(...body.data.map(({ id }: { readonly id: string }) => id));
    assert.equal(body.hasMore, body.next !== undefined);
    next = body.next;
  } while (next !== undefined);
  // Two of one millisecond stand in the order of their chance.
  assert.deepEqual(seen, asked.toSorted().toReversed());
});

test('filters leave what they say, by operation, class, key and time', async () => {
  const key = await server.newKey();
  const second = await server.newKey(key.environment);
  const look = await viewerOf(key.environment);
  const made = idOf(await key.api('/v1/customers', { body: { externalId: 'a' } }));
  const lost = idOf(await second.api('/v1/customers/cus_000000000000000000'));
  const listed = idOf(await second.api('/v1/customers'));
  const ids = async (query: string) =>
    new Set((await look(query)).body.data.map(({ id }: { readonly id: string }) => id));
  assert.deepEqual(await ids('?operation=customers.create'), new Set([made]));
  assert.deepEqual(await ids('?status=2xx'), new Set([made, listed]));
  assert.deepEqual(await ids('?status=error'), new Set([lost]));
  assert.deepEqual(await ids('?status=4xx'), new Set([lost]));
  assert.deepEqual(await ids('?status=5xx'), new Set());
  assert.deepEqual(await ids(`?key=${second.id}`), new Set([lost, listed]));
  assert.deepEqual(await ids(`?key=${second.id}&status=2xx&operation=customers.list`), new Set([listed]));
  const { at } = (await look(`/${lost}`)).body;
  const from = encodeURIComponent(at);
  assert.ok((await ids(`?from=${from}`)).has(lost));
  assert.ok(!(await ids(`?to=${from}`)).has(lost));
  const hourLater = encodeURIComponent(new Date(Date.parse(at) + 3_600_000).toISOString());
  assert.deepEqual(await ids(`?from=${hourLater}`), new Set());
});

test('a page that has looked at as many as it may says where to go on', async () => {
  const key = await server.newKey();
  const look = await viewerOf(key.environment);
  const atMs = Date.now() - DAY_MS;
  await server.store.asOwner(
    `insert into switchyard.request_log (environment_id, id, key_id, operation, status, duration_us)
      select $1, $2 || lpad(n::text, 14, '0'), $3, case n when 1 then 'rails.list' else 'customers.list' end, 200, 1
      from generate_series(1, $4::integer) n`,
    [key.environment.id, requestIdAt(atMs), key.id, REQUEST_LOG_LOOKED_AT_MAX + 1],
    key.environment.id,
  );
  const oldest = `${requestIdAt(atMs)}${'1'.padStart(14, '0')}`;
  const first = (await look('?operation=rails.list')).body;
  assert.deepEqual([first.data, first.hasMore], [[], true]);
  const second = (await look(`?operation=rails.list&after=${first.next}`)).body;
  assert.deepEqual([second.data[0].id, second.hasMore], [oldest, false]);
});

test('a cursor that is no request of this environment is refused', async () => {
  const key = await server.newKey();
  const look = await viewerOf(key.environment);
  const stranger = await server.newKey();
  const foreign = idOf(await stranger.api('/v1/customers'));
  const refused = await look(`?after=${foreign}`);
  assert.deepEqual([refused.status, refused.body.data.param], [400, 'after']);
  assert.equal((await look(`/${foreign}`)).status, 404);
});

test('the sweep clears away what is older than it is kept for', async () => {
  const key = await server.newKey();
  const look = await viewerOf(key.environment);
  const { db } = server.store;
  const deps = { db, sleep: async () => undefined, retention: RETENTION_DEFAULT };
  const request = idOf(await key.api('/v1/customers'));
  assert.equal((await look(`/${request}`)).status, 200);
  await sweep({ ...deps, now: () => Date.now() + 6 * DAY_MS }, { environmentId: key.environment.id });
  assert.equal((await look(`/${request}`)).status, 200);
  await sweep({ ...deps, now: () => Date.now() + 8 * DAY_MS }, { environmentId: key.environment.id });
  assert.equal((await look(`/${request}`)).status, 404);
});
