import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { callWithRetries, waitBeforeRetryMs } from './call-with-retries.ts';
import { SwitchyardError, Unreachable } from './errors.ts';
import { ATTEMPTS_MAX, BACKOFF_MS_MAX } from './limits.ts';
import { type StubAnswer, type StubService, startStubService } from './testing/stub-service.ts';

const OK: StubAnswer = { status: 201, body: { done: true } };
const POST = {
  method: 'POST',
  path: '/v1/outcomes',
  headers: { 'idempotency-key': 'one' },
  body: { a: 1 },
} as const;

const started: StubService[] = [];
after(() => Promise.all(started.map((service) => service.close())));

async function send(answers: readonly StubAnswer[], timeoutMs = 5_000) {
  const service = await startStubService(answers);
  started.push(service);
  const { baseUrl, received } = service;
  let attempts = 0;
  const counted: typeof fetch = (...args) => {
    attempts += 1;
    return fetch(...args);
  };
  const deps = { baseUrl, key: 'sy_test_sk_x', fetch: counted, now: Date.now, timeoutMs };
  const result = await callWithRetries(deps, POST).then(
    (answer) => ({ answer, error: undefined }),
    (error: unknown) => ({ answer: undefined, error }),
  );
  return { ...result, received, attempts };
}

describe('a call', { concurrency: true }, () => {
  test('says who calls, in which version, and what', async () => {
    const { answer, received } = await send([OK]);
    assert.ok(answer?.kind === 'body');
    assert.deepEqual(answer.body, { done: true });
    const [{ method, path, headers, text } = assert.fail()] = received;
    assert.equal(`${method} ${path}`, 'POST /v1/outcomes');
    assert.equal(headers.authorization, 'Bearer sy_test_sk_x');
    assert.equal(headers['service-version'], '2026-10-08');
    assert.equal(headers['content-type'], 'application/json');
    assert.equal(text, '{"a":1}');
  });

  for (const [name, first] of [
    ['a broken connection', 'reset'],
    ['a fault of the service', { status: 500, body: {} }],
    ['an unavailable service', { status: 503, body: 'down' }],
    ['a limit', { status: 429, headers: { 'retry-after': '0' }, body: {} }],
    ['a first try that still runs', conflict({ 'retry-after': '0' })],
  ] as const) {
    test(`is made again after ${name}, with the same key and body`, async () => {
      const { answer, received } = await send([first, OK]);
      assert.equal(answer?.kind, 'body');
      assert.equal(received.length, 2);
      for (const { headers, text } of received) {
        assert.equal(headers['idempotency-key'], 'one');
        assert.equal(text, '{"a":1}');
      }
    });
  }

  test('is made again when there was no answer in time', async () => {
    const { answer, attempts } = await send(['hang', OK], 500);
    assert.equal(answer?.kind, 'body');
    assert(attempts > 1);
  });

  test('waits as long as Retry-After says', async () => {
    const { received } = await send([{ status: 429, headers: { 'retry-after': '1' }, body: {} }, OK]);
    const [first = assert.fail(), second = assert.fail()] = received;
    assert(second.atMs - first.atMs >= 990, `it came after ${second.atMs - first.atMs} ms`);
  });

  test('gives up at once when asked to wait too long, and says how long', async () => {
    const { error, received } = await send([
      { status: 429, headers: { 'retry-after': '3600' }, body: {} },
      OK,
    ]);
    assert(error instanceof SwitchyardError);
    assert.equal(error.retryAfterMs, 3_600_000);
    assert.equal(received.length, 1);
  });

  test('is tried a limited number of times', async () => {
    const { error, received } = await send([{ status: 503, headers: { 'retry-after': '0' }, body: {} }]);
    assert(error instanceof SwitchyardError);
    assert.equal(error.status, 503);
    assert.equal(received.length, ATTEMPTS_MAX);
  });

  test('ends with Unreachable when nobody answers', async () => {
    const { error, attempts } = await send(['hang'], 20);
    assert(error instanceof Unreachable);
    assert.equal(error.code, 'TIMED_OUT');
    assert.equal(error.status, undefined);
    assert.equal(attempts, ATTEMPTS_MAX);
  });

  for (const [name, answer] of [
    ['a mistake in the request', { status: 400, body: {} }],
    ['a key that is not known', { status: 401, body: {} }],
    ['something that is not there', { status: 404, body: {} }],
    ['a conflict', conflict({})],
    ['a redirect', { status: 307, headers: { location: '/elsewhere' } }],
    ['an answer that is not JSON', { status: 200, body: '<html>' }],
  ] as const) {
    test(`is not made again after ${name}`, async () => {
      const { error, received } = await send([answer, OK]);
      assert(error instanceof SwitchyardError);
      assert.equal(error.status, answer.status);
      assert.equal(received.length, 1);
    });
  }
});

test('waits grow with each try, by chance, and have an end', () => {
  const error = new Unreachable('UNREACHABLE', 'x', undefined);
  const longest = [1, 2, 3, 4].map((attempt) => waitBeforeRetryMs(error, attempt, 1));
  assert.deepEqual(longest, [200, 400, 800, 1_600]);
  assert.equal(waitBeforeRetryMs(error, 1, 0), 100);
  assert.equal(waitBeforeRetryMs(error, 40, 1), BACKOFF_MS_MAX);
  assert.equal(waitBeforeRetryMs(new Error('not ours'), 1, 0), undefined);
});

function conflict(headers: Readonly<Record<string, string>>) {
  return {
    status: 409,
    headers,
    body: { code: 'CONFLICT', data: { code: 'idempotency_conflict' } },
  } as const;
}
