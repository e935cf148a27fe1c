import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readError } from './read-error.ts';

const explanation = { key: 'limit.rate', vars: { limit: '25' }, message: 'More than 25 calls a second.' };

test('a defined error keeps everything it said', () => {
  const response = new Response(null, {
    status: 429,
    headers: { 'retry-after': '2', 'request-id': 'req_a' },
  });
  const data = { code: 'rate_limited', param: 'x.y', requestId: 'req_b', explanation };
  const error = readError(
    response,
    { defined: true, code: 'TOO_MANY_REQUESTS', message: 'Too Many', data },
    0,
  );
  const { status, code, dataCode, param, requestId, retryAfterMs, message } = error;
  assert.deepEqual(
    { status, code, dataCode, param, requestId, retryAfterMs, message },
    {
      status: 429,
      code: 'TOO_MANY_REQUESTS',
      dataCode: 'rate_limited',
      param: 'x.y',
      requestId: 'req_b',
      retryAfterMs: 2_000,
      message: 'More than 25 calls a second.',
    },
  );
  assert.deepEqual(error.explanation, explanation);
});

test('an undefined error has its code, its message and the id of its request', () => {
  const response = new Response(null, { status: 404, headers: { 'request-id': 'req_a' } });
  const error = readError(
    response,
    { defined: false, code: 'NOT_FOUND', status: 404, message: 'Not here' },
    0,
  );
  assert.equal(error.code, 'NOT_FOUND');
  assert.equal(error.message, 'Not here');
  assert.equal(error.requestId, 'req_a');
  assert.equal(error.dataCode, undefined);
});

for (const body of [
  undefined,
  null,
  'gateway',
  [],
  { data: 'x', code: 7 },
  { data: { explanation: { key: 1 } } },
]) {
  test(`a body such as ${JSON.stringify(body)} is an error by its status alone`, () => {
    const error = readError(new Response(null, { status: 502 }), body, 0);
    assert.equal(error.code, 'HTTP_502');
    assert.equal(error.status, 502);
    assert.equal(error.explanation, undefined);
  });
}
