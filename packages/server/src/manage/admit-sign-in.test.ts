import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { takeRateTokens } from '../store/rate-buckets.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { limitSignIns } from './admit-sign-in.ts';
import { MANAGE_RATE_LIMITS } from './limits.ts';

let server: TestServer;
before(async () => {
  // Any limiters at all: that there are some is what switches those of signing in on.
  server = await startTestServer({ limiters: {}, trustedProxies: ['127.0.0.1'] });
});
after(() => server.stop());

const pepper = randomBytes(32);
/** As each node has one, over the one database; but no bucket fills again while we count. */
const newNode = () =>
  limitSignIns({
    pepper,
    takeTokens: (requests) =>
      takeRateTokens(
        server.store.db,
        requests.map((request) => ({ ...request, perSecond: 1e-9 })),
      ),
  });
const never = async () => false;

test('one operator is tried a few times only, wherever the attempts come from and whichever node they reach', async () => {
  const nodes = [newNode(), newNode(), newNode()];
  const attempt = (n: number) =>
    nodes[n % nodes.length]?.({ address: `10.0.0.${n}`, operator: 'ada@one.example', isKnown: never });
  for (let n = 0; n < MANAGE_RATE_LIMITS.signInsByOperator.burst; n += 1)
    assert.equal(await attempt(n), undefined);
  const waitS = await attempt(99);
  assert.ok(waitS !== undefined && waitS > 0 && waitS <= 12, String(waitS));
});

test('one network tries a few times only, and what it is refused for costs no operator anything', async () => {
  const [one, other] = [newNode(), newNode()];
  const { burst } = MANAGE_RATE_LIMITS.signInsByAddress;
  for (let n = 0; n < burst; n += 1) {
    const address = `2001:db8:0:7::${n}`;
    assert.equal(
      await (n % 2 === 0 ? one : other)({ address, operator: `${n}@one.example`, isKnown: never }),
      undefined,
    );
  }
  for (let n = 0; n < MANAGE_RATE_LIMITS.signInsByOperator.burst; n += 1)
    assert.notEqual(
      await one({ address: '2001:db8:0:7::ffff', operator: 'eve@one.example', isKnown: never }),
      undefined,
    );
  assert.equal(await one({ address: '10.0.1.1', operator: 'eve@one.example', isKnown: never }), undefined);
});

test('strangers who use up their attempts do not lock out whoever has signed in from there before', async () => {
  const { organisationId } = await server.store.newEnvironment();
  const [email, password] = ['ada@known.example', 'a long sentence of hers'];
  await server.newOperator(organisationId, { email, password });
  const signIn = async (address: string, typed = password) => {
    const answer = await fetch(`${server.baseUrl}/manage/v1/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email, password: typed }),
    });
    return answer.status;
  };
  assert.equal(await signIn('192.0.2.7'), 201);
  const guesses: number[] = [];
  while (guesses.at(-1) !== 429 && guesses.length < 100)
    guesses.push(await signIn(`198.51.100.${guesses.length}`, 'a guess that is wrong'));
  assert.ok(
    guesses.length >= MANAGE_RATE_LIMITS.signInsByOperator.burst,
    'hers was the first attempt of all',
  );
  // The attack goes on: whatever would come into these buckets from now on is gone at once.
  await server.store.asOwner(`update switchyard.rate_bucket set at = at + interval '1 day'`);
  assert.equal(await signIn('203.0.113.5'), 429, 'a place she was never at');
  assert.equal(await signIn('192.0.2.7'), 201, 'where she signed in before');
});

test('a network that has used up its attempts is refused without asking the database', async () => {
  const attempt = async (body: string) => {
    const answer = await fetch(`${server.baseUrl}/manage/v1/sessions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.77' },
      body,
    });
    return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')) };
  };
  // Refused for what they are, these reach no database either.
  for (let n = 0; n < MANAGE_RATE_LIMITS.signInsByAddress.burst; n += 1)
    assert.equal((await attempt('{}')).status, 400);
  const credentials = JSON.stringify({ email: 'eve@one.example', password: 'a guess that is wrong' });
  await server.store.asOwner('alter table switchyard.rate_bucket rename to out_of_reach');
  try {
    const { status, retryAfter } = await attempt(credentials);
    assert.equal(status, 429);
    assert.ok(retryAfter >= 1 && retryAfter <= 3, String(retryAfter));
  } finally {
    await server.store.asOwner('alter table switchyard.out_of_reach rename to rate_bucket');
  }
});

test('neither e-mail nor address stands in the database', async () => {
  const buckets = await server.store.asOwner<{ readonly name: string }>(
    'select name from switchyard.rate_bucket',
  );
  assert.ok(buckets.length > 0);
  // Words and dots that a hash in base64 cannot have by chance.
  for (const { name } of buckets) assert.doesNotMatch(name, /example|[.@:]/);
});
