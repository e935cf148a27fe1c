import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatApiKey, SECRET_CHARS } from '../../../packages/server/src/domain/api-key.ts';
import { rawRequest } from '../../harness/raw-http.ts';
import type { Topic } from '../context.ts';
import { expectInvalid, expectRefusal, expectSuccess, withoutRequestId } from '../expect.ts';
import { EXAMPLE_REQUESTS } from '../fixtures.ts';

const UNAUTHORIZED = { status: 401, code: 'unauthorized' } as const;

/** Right in form and checksum, so that only looking it up can tell. */
const NEVER_HANDED_OUT = formatApiKey('test', new Uint8Array(SECRET_CHARS).fill(7));

export const authentication: Topic = (context) => {
  keys(context);
  everyOperation(context);
  order(context);
};

const keys: Topic = ({ api, live, testKey, liveKey, anonymous, raw }) => {
  test('a key says its environment and that it is secret', () => {
    assert.match(testKey, /^sy_test_sk_[0-9A-Za-z]{36}$/);
    assert.match(liveKey, /^sy_live_sk_[0-9A-Za-z]{36}$/);
  });

  test('both keys are admitted', async () => {
    expectSuccess('rails.list', await api('/v1/rails'));
    expectSuccess('rails.list', await live('/v1/rails'));
  });

  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    test(`the scheme may be written ${scheme}`, async () => {
      const headers = { authorization: `${scheme} ${testKey}` };
      expectSuccess('rails.list', await anonymous('/v1/rails', { headers }));
    });
  }

  const otherLetter = testKey.endsWith('0') ? '1' : '0';
  const wrong = {
    'an empty header': '',
    'the scheme without a key': 'Bearer',
    'the key without a scheme': testKey,
    'another scheme': `Basic ${Buffer.from(`${testKey}:`).toString('base64')}`,
    'a key that is no key': 'Bearer secret',
    'a key with its last letter changed': `Bearer ${testKey.slice(0, -1)}${otherLetter}`,
    'a key cut short': `Bearer ${testKey.slice(0, -1)}`,
    'a key with a letter more': `Bearer ${testKey}0`,
    'a test key that says it is live': `Bearer ${testKey.replace('test', 'live')}`,
    'a key in other letters': `Bearer ${testKey.toUpperCase()}`,
    'two keys': `Bearer ${testKey} ${testKey}`,
    'a publishable marker': `Bearer ${testKey.replace('_sk_', '_pk_')}`,
    'a well-formed key that was never handed out': `Bearer ${NEVER_HANDED_OUT}`,
  };
  for (const [what, authorization] of Object.entries(wrong)) {
    test(`${what} gets the same 401 as no key at all`, async () => {
      const answer = await anonymous('/v1/rails', { headers: { authorization } });
      expectRefusal(answer, UNAUTHORIZED);
      assert.equal(withoutRequestId(answer), withoutRequestId(await anonymous('/v1/rails')));
    });
  }

  test('a 401 says which scheme to use', async () => {
    assert.equal((await anonymous('/v1/rails')).headers.get('www-authenticate'), 'Bearer');
  });

  test('a 401 repeats nothing of the key', async () => {
    const authorization = `Bearer ${testKey.slice(0, -1)}${otherLetter}`;
    const answer = await anonymous('/v1/rails', { headers: { authorization } });
    assert.ok(!answer.text.includes(testKey.slice(0, 20)));
  });

  test('a key in the query is not a key', async () => {
    expectRefusal(await anonymous(`/v1/rails?api_key=${testKey}`), UNAUTHORIZED);
  });

  test('a wrong key in front of a right one is not mended', async () => {
    const headers = ['Authorization: Bearer wrong', `Authorization: Bearer ${testKey}`];
    expectRefusal(await raw(rawRequest('GET /v1/rails HTTP/1.1', headers)), UNAUTHORIZED);
  });
};

const everyOperation: Topic = ({ anonymous, withKey }) => {
  for (const { operation, path, request } of EXAMPLE_REQUESTS) {
    test(`${operation.method} ${operation.path} needs a key`, async () => {
      expectRefusal(await anonymous(path, request), UNAUTHORIZED);
      expectRefusal(await withKey(NEVER_HANDED_OUT)(path, request), UNAUTHORIZED);
    });
  }
};

/** Authentication, version, rate limit, scope, validation, idempotency: the first that fails answers. */
const order: Topic = ({ api, anonymous }) => {
  const oldVersion = { 'service-version': '2020-01-01' };
  const badKey = { 'idempotency-key': 'not visible' };

  test('authentication comes before the version', async () => {
    expectRefusal(await anonymous('/v1/rails', { headers: oldVersion }), UNAUTHORIZED);
  });
  test('authentication comes before validation', async () => {
    expectRefusal(await anonymous('/v1/rails?nonsense=1'), UNAUTHORIZED);
    expectRefusal(await anonymous('/v1/customers', { rawBody: '{"not json' }), UNAUTHORIZED);
  });
  test('authentication comes before the media type', async () => {
    const headers = { 'content-type': 'text/plain' };
    expectRefusal(await anonymous('/v1/customers', { rawBody: 'hello', headers }), UNAUTHORIZED);
  });
  test('the version comes before validation', async () => {
    expectInvalid(await api('/v1/rails?nonsense=1', { headers: oldVersion }), 'Service-Version');
    const answer = await api('/v1/customers', { rawBody: '{"not json', headers: oldVersion });
    expectInvalid(answer, 'Service-Version');
  });
  test('validation comes before idempotency', async () => {
    expectInvalid(await api('/v1/customers', { body: {}, headers: badKey }), 'externalId');
  });
};
