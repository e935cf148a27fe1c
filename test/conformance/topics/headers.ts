/** What every answer carries. That it is on all of them is checked with each answer of every other topic. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiAnswer } from '../../harness/api.ts';
import type { Topic } from '../context.ts';
import { checkEveryAnswer, expectSuccess } from '../expect.ts';
import { createCustomer, EXAMPLE_REQUESTS, UNKNOWN, unique } from '../fixtures.ts';

export const headers: Topic = (context) => {
  everyAnswer(context);
  etags(context);
  head(context);
};

const everyAnswer: Topic = ({ api, anonymous, requestIds }) => {
  const answers: Readonly<Record<string, readonly [number, () => Promise<ApiAnswer>]>> = {
    'a success': [200, () => api('/v1/rails')],
    'a creation': [201, () => api('/v1/customers', { body: { externalId: unique('user') } })],
    'an answer without news': [304, () => api('/v1/rails', { headers: { 'if-none-match': '*' } })],
    'the description': [200, () => anonymous('/v1/openapi.json')],
    'an invalid request': [400, () => api('/v1/rails?x=1')],
    'a path that cannot be decoded': [400, () => api('/v1/customers/%zz')],
    'a missing key': [401, () => anonymous('/v1/rails')],
    'an unknown object': [404, () => api(`/v1/customers/${UNKNOWN.customer}`)],
    'an unknown path': [404, () => api('/v1/nothing')],
    'a wrong method': [405, () => api('/v1/rails', { method: 'DELETE' })],
    'an oversized body': [413, () => api('/v1/customers', { rawBody: ' '.repeat(256 * 1024 + 1) })],
    'a wrong media type': [
      415,
      () => api('/v1/customers', { rawBody: 'x', headers: { 'content-type': 'text/plain' } }),
    ],
    'a health check': [200, () => anonymous('/livez')],
  };
  for (const [what, [status, ask]] of Object.entries(answers)) {
    test(`${what} (${status}) carries Request-Id and Service-Version`, async () => {
      const answer = await ask();
      assert.equal(answer.status, status);
      checkEveryAnswer(answer);
    });
  }

  for (const { operation, path, request } of EXAMPLE_REQUESTS) {
    test(`${operation.method} ${operation.path} carries Request-Id and Service-Version`, async () => {
      checkEveryAnswer(await api(path, request));
    });
  }

  test('no two answers share a Request-Id', () => {
    assert.ok(requestIds.length > 30);
    assert.equal(new Set(requestIds).size, requestIds.length);
  });

  test('a Request-Id is ours: one that the caller sends is not taken over', async () => {
    const answer = await api('/v1/rails', { headers: { 'request-id': 'req_aaaaaaaaaaaaaaaaaaaaaa' } });
    assert.notEqual(answer.headers.get('request-id'), 'req_aaaaaaaaaaaaaaaaaaaaaa');
  });
};

const etags: Topic = ({ api, anonymous }) => {
  for (const [path, ask] of [
    ['/v1/rails', api],
    ['/v1/rails?country=DE', api],
    ['/v1/openapi.json', anonymous],
  ] as const) {
    const etagOf = async () => (await ask(path)).headers.get('etag') ?? '';
    const conditional = (ifNoneMatch: string) => ask(path, { headers: { 'if-none-match': ifNoneMatch } });

    test(`${path} carries an ETag that stays while nothing changes`, async () => {
      const etag = await etagOf();
      assert.match(etag, /^(W\/)?"[!#-~]+"$/);
      assert.equal(await etagOf(), etag);
    });

    for (const [what, header] of [
      ['its ETag', (etag: string) => etag],
      ['its ETag among others', (etag: string) => `"other", ${etag}`],
      ['its ETag as a weak one', (etag: string) => `W/${etag.replace(/^W\//, '')}`],
      ['*', () => '*'],
    ] as const) {
      test(`${path} with ${what} in If-None-Match answers 304 without a body`, async () => {
        const etag = await etagOf();
        const answer = await conditional(header(etag));
        assert.equal(answer.status, 304);
        assert.equal(answer.text, '');
        assert.equal(answer.headers.get('etag'), etag);
      });
    }

    for (const other of ['"other"', 'other', '']) {
      test(`${path} with ${JSON.stringify(other)} in If-None-Match answers in full`, async () => {
        const answer = await conditional(other);
        assert.equal(answer.status, 200);
        assert.notEqual(answer.text, '');
      });
    }
  }

  test('another answer has another ETag', async () => {
    const all = (await api('/v1/rails')).headers.get('etag');
    const german = (await api('/v1/rails?country=DE')).headers.get('etag');
    assert.notEqual(german, all);
  });

  test('a 304 is not given to a caller without a key', async () => {
    const answer = await anonymous('/v1/rails', { headers: { 'if-none-match': '*' } });
    assert.equal(answer.status, 401);
  });
};

const head: Topic = ({ api, anonymous }) => {
  const MATTERING = ['content-type', 'content-length', 'etag', 'service-version', 'cache-control'];

  for (const path of ['/v1/rails', '/v1/customers', '/v1/events', '/v1/openapi.json']) {
    test(`HEAD ${path} answers as GET does, without a body`, async () => {
      const got = await api(path);
      const answer = await api(path, { method: 'HEAD' });
      assert.equal(answer.status, 200);
      assert.equal(answer.text, '');
      for (const name of MATTERING) assert.equal(answer.headers.get(name), got.headers.get(name), name);
    });
  }

  test('HEAD of one object tells whether it is there', async () => {
    const customer = await createCustomer(api);
    expectSuccess('customers.get', await api(`/v1/customers/${customer.id}`));
    assert.equal((await api(`/v1/customers/${customer.id}`, { method: 'HEAD' })).status, 200);
    assert.equal((await api(`/v1/customers/${UNKNOWN.customer}`, { method: 'HEAD' })).status, 404);
  });

  test('HEAD needs a key where GET does', async () => {
    const answer = await anonymous('/v1/rails', { method: 'HEAD' });
    assert.equal(answer.status, 401);
    assert.equal(answer.text, '');
  });

  test('HEAD with the ETag answers 304', async () => {
    const etag = (await api('/v1/rails')).headers.get('etag') ?? '';
    const answer = await api('/v1/rails', { method: 'HEAD', headers: { 'if-none-match': etag } });
    assert.equal(answer.status, 304);
  });
};
