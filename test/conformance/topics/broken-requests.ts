/** Below the API: bytes that are not HTTP, or hardly. Every answer is still in one of the two shapes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rawRequest, type TimedAnswer } from '../../harness/raw-http.ts';
import type { Context } from '../context.ts';
import { expectSuccess, expectUndefinedError } from '../expect.ts';

const HEADERS_TIMEOUT_MS = 10_000;

/** Begun long before its answer is looked at, so that the waiting goes on beside the other topics. */
export function stallInHeaders({ raw }: Context): Promise<TimedAnswer> {
  return raw('GET /v1/rails HTTP/1.1\r\nHost: switchyard.test\r\nAuthoriz');
}

export function brokenRequests(context: Context, stalled: Promise<TimedAnswer>): void {
  const { raw, testKey } = context;
  const key = `Authorization: Bearer ${testKey}`;

  const notHttp = {
    'no HTTP at all': 'hello\r\n\r\n',
    'a method that does not exist': rawRequest('BREW /v1/rails HTTP/1.1', [key]),
    'a version that does not exist': rawRequest('GET /v1/rails HTTP/9.9', [key]),
    'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'a TLS greeting': Buffer.from('16030100c8010000c40303', 'hex'),
    'a header without a colon': rawRequest('GET /v1/rails HTTP/1.1', [key, 'nonsense']),
    'a header with a space in its name': rawRequest('GET /v1/rails HTTP/1.1', [key, 'X Y: z']),
    'a header with a NUL': rawRequest('GET /v1/rails HTTP/1.1', [key, 'X-Y: a\0b']),
    'two lengths': rawRequest(
      'POST /v1/customers HTTP/1.1',
      [key, 'Content-Length: 2', 'Content-Length: 3'],
      '{}',
    ),
    'a length that is no number': rawRequest('POST /v1/customers HTTP/1.1', [key, 'Content-Length: x'], '{}'),
    'a length and chunks': rawRequest(
      'POST /v1/customers HTTP/1.1',
      [key, 'Content-Type: application/json', 'Content-Length: 2', 'Transfer-Encoding: chunked'],
      '0\r\n\r\n',
    ),
    'a transfer encoding that does not exist': rawRequest(
      'POST /v1/customers HTTP/1.1',
      [key, 'Content-Type: application/json', 'Transfer-Encoding: nonsense'],
      '{}',
    ),
    'a chunk of no length': rawRequest(
      'POST /v1/customers HTTP/1.1',
      [key, 'Content-Type: application/json', 'Transfer-Encoding: chunked'],
      'zz\r\n{}\r\n0\r\n\r\n',
    ),
    'no Host': `GET /v1/rails HTTP/1.1\r\n${key}\r\nConnection: close\r\n\r\n`,
  };
  for (const [what, bytes] of Object.entries(notHttp)) {
    test(`a request with ${what} is an undefined BAD_REQUEST`, async () => {
      expectUndefinedError(await raw(bytes), 400, 'BAD_REQUEST');
    });
  }

  test('headers of more than 16 KiB are an undefined REQUEST_HEADER_FIELDS_TOO_LARGE', async () => {
    const answer = await raw(rawRequest('GET /v1/rails HTTP/1.1', [key, `X-Y: ${'z'.repeat(17 * 1024)}`]));
    expectUndefinedError(answer, 431, 'REQUEST_HEADER_FIELDS_TOO_LARGE');
  });

  test('an expectation that nobody can meet is passed over, or refused in the undefined shape', async () => {
    const answer = await raw(rawRequest('GET /v1/rails HTTP/1.1', [key, 'Expect: a-miracle']));
    if (answer.status === 200) expectSuccess('rails.list', answer);
    else expectUndefinedError(answer, 417, 'EXPECTATION_FAILED');
  });

  test('an offer to speak another protocol is passed over', async () => {
    const headers = [key, 'Connection: upgrade', 'Upgrade: h2c'];
    expectSuccess('rails.list', await raw(rawRequest('GET /v1/rails HTTP/1.1', headers)));
  });

  test('a GET with a body is answered as one without', async () => {
    const headers = [key, 'Content-Type: application/json', 'Content-Length: 2'];
    expectSuccess('rails.list', await raw(rawRequest('GET /v1/rails HTTP/1.1', headers, '{}')));
  });

  test('a path given as a whole URL is that path', async () => {
    const answer = await raw(rawRequest('GET http://switchyard.test/v1/rails HTTP/1.1', [key]));
    assert.ok(answer.status === 200 || answer.status === 404, answer.text);
  });

  test('a client that stops in its headers is cut off after 10 s with an undefined REQUEST_TIMEOUT', async () => {
    const answer = await stalled;
    expectUndefinedError(answer, 408, 'REQUEST_TIMEOUT');
    assert.equal(answer.headers.get('connection'), 'close');
    assert.ok(answer.elapsedMs >= HEADERS_TIMEOUT_MS - 100, `after ${answer.elapsedMs} ms`);
    assert.ok(answer.elapsedMs <= HEADERS_TIMEOUT_MS + 4_000, `after ${answer.elapsedMs} ms`);
  });
}
