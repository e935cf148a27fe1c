import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createRateLimiter } from './rate-limit.ts';

let server: TestServer;
before(async () => {
  const narrow = () => createRateLimiter({ perSecond: 10, burst: 5 });
  server = await startTestServer({
    frozen: true,
    limiters: {
      calls: { live: narrow(), test: narrow(), liveDecide: narrow(), testDecide: narrow() },
      authFailures: createRateLimiter({ perSecond: 20 / 60, burst: 20 }),
    },
  });
});
after(() => server.stop());

const IBAN = 'payto://iban/DE75512108001245126199';
/** A key of the right form that no database knows. */
const WRONG_KEY = 'sy_test_sk_0000000000000000000000000000000IBc5t';

test('a key with the scope read may call every GET and addresses/parse, and no write', async () => {
  const { api } = await server.newKey('test', { scopes: ['read'] });
  assert.equal((await api('/v1/customers')).status, 200);
  assert.equal((await api('/v1/addresses/parse', { body: { payto: IBAN } })).status, 200);
  const refused = await api('/v1/customers', { body: { externalId: 'x' } });
  assert.equal(refused.status, 403);
  assert.equal(refused.body.data.code, 'forbidden');
  assert.equal(refused.body.data.explanation.vars.operation, 'customers.create');
});

test('a key with the scope decide may call decide mode and nothing else', async () => {
  const { api } = await server.newKey('test', { scopes: ['decide'] });
  assert.notEqual((await api('/v1/routing_snapshot')).status, 403);
  assert.equal((await api('/v1/customers')).status, 403);
});

test('a key with a list of operations may call exactly those', async () => {
  const { api } = await server.newKey('test', { scopes: ['customers.create', 'customers.get'] });
  const made = await api('/v1/customers', { body: { externalId: 'x' } });
  assert.equal(made.status, 201);
  assert.equal((await api(`/v1/customers/${made.body.id}`)).status, 200);
  assert.equal((await api('/v1/customers')).status, 403);
});

test('a key may be used only from the addresses on its list', async () => {
  const elsewhere = await server.newKey('test', { allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'] });
  assert.equal((await elsewhere.api('/v1/customers')).status, 403);
  const here = await server.newKey('test', { allowedAddresses: ['127.0.0.0/8'] });
  assert.equal((await here.api('/v1/customers')).status, 200);
});

test('scope is checked before the input', async () => {
  const { api } = await server.newKey('test', { scopes: ['read'] });
  assert.equal((await api('/v1/customers', { body: { nonsense: true } })).status, 403);
});

test('an expired key is answered like an unknown one', async () => {
  const expired = await server.newKey('test', { expiresAt: new Date(Date.now() - 3_600_000) });
  const [one, other] = [await expired.api('/v1/customers'), await await wrongKeyCall()];
  assert.equal(one.status, 401);
  assert.deepEqual(withoutRequestId(one.body), withoutRequestId(other));
});

test('a revoked key is refused within five seconds', async () => {
  const key = await server.newKey();
  assert.equal((await key.api('/v1/customers')).status, 200);
  await server.revoke(key);
  server.advance(5_000);
  assert.equal((await key.api('/v1/customers')).status, 401);
});

test('a key works from the moment it exists, even if it was tried before', async () => {
  assert.equal((await wrongKeyCall()).status, 401);
  assert.equal((await (await server.newKey()).api('/v1/customers')).status, 200);
});

test('past its burst a key is told to wait, with the headers that say how long', async () => {
  const { api } = await server.newKey();
  const answers = await Promise.all(Array.from({ length: 12 }, () => api('/v1/customers')));
  const refused = answers.filter((answer) => answer.status === 429);
  assert.equal(refused.length, 7);
  const [first] = refused;
  assert.equal(first?.body.data.code, 'rate_limited');
  assert.equal(first?.headers.get('retry-after'), '1');
  assert.match(first?.headers.get('ratelimit-policy') ?? '', /^"default";q=5;w=1$/);
  assert.match(first?.headers.get('ratelimit') ?? '', /^"default";r=0;t=1$/);
});

test('decide mode has a limit of its own', async () => {
  const { api } = await server.newKey();
  await Promise.all(Array.from({ length: 12 }, () => api('/v1/customers')));
  assert.equal((await api('/v1/customers')).status, 429);
  assert.notEqual((await api('/v1/routing_snapshot')).status, 429);
});

test('the rate limit comes before the scope', async () => {
  const { api } = await server.newKey('test', { scopes: ['decide'] });
  const answers = await Promise.all(Array.from({ length: 12 }, () => api('/v1/customers')));
  assert.ok(answers.some((answer) => answer.status === 403));
  assert.ok(answers.some((answer) => answer.status === 429));
});

test('after twenty wrong keys an address is told to wait, and a valid key from it still works', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 25; i += 1) statuses.push((await wrongKeyCall()).status);
  assert.equal(statuses.at(-1), 429);
  assert.ok(statuses.includes(401));
  assert.equal((await (await server.newKey()).api('/v1/customers')).status, 200);
});

test('no log line holds a key', async () => {
  const key = await server.newKey();
  await key.api('/v1/customers');
  assert.match(server.log(), new RegExp(key.id));
  assert.doesNotMatch(server.log(), /sy_test_sk_/);
});

async function wrongKeyCall() {
  const response = await fetch(`${server.baseUrl}/v1/customers`, {
    headers: { authorization: `Bearer ${WRONG_KEY}` },
  });
  return { ...(await response.json()), status: response.status };
}

function withoutRequestId(body: { data: { requestId?: string } }) {
  const { requestId: _, ...data } = body.data;
  return { ...body, data };
}
