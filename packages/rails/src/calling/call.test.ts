import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpAnswer } from '@switchyard/rail-kit';
import { z } from 'zod';
import { call } from './call.ts';

const request = { method: 'GET', url: 'https://a.example/', headers: {}, purpose: 'test' } as const;
const schema = z.object({ id: z.string() });

function answer(status: number, body: string, headers: Readonly<Record<string, string>> = {}): HttpAnswer {
  return { kind: 'answer', status, headers, body };
}

async function outcome(given: HttpAnswer, silence: 'nothing' | 'unknown' = 'unknown') {
  return call({ send: async () => given }, request, { answer: schema, silence });
}

test('an answer is read, and fields that are not known are let be', async () => {
  assert.deepEqual(await outcome(answer(201, '{"id":"a","new":1}')), {
    kind: 'answered',
    status: 201,
    value: { id: 'a' },
  });
});

test('what never left is unavailable, whatever silence means', async () => {
  assert.deepEqual(await outcome({ kind: 'not_connected' }), { kind: 'unavailable' });
});

test('silence is unknown where money may have moved, and nothing on reads', async () => {
  const silent: readonly HttpAnswer[] = [
    { kind: 'no_answer' },
    answer(200, '{"id":'),
    answer(200, '[]'),
    answer(200, ''),
    answer(302, ''),
    answer(408, '{}'),
    answer(500, '{"id":"a"}'),
    answer(404, '<h1>Not Found</h1>'),
  ];
  for (const given of silent) {
    assert.equal((await outcome(given)).kind, 'unknown_outcome', JSON.stringify(given));
    assert.equal((await outcome(given, 'nothing')).kind, 'unavailable', JSON.stringify(given));
  }
});

test('a limit is not silence, and says how long to wait', async () => {
  assert.deepEqual(await outcome(answer(429, 'slow down', { 'retry-after': '7' })), {
    kind: 'unavailable',
    httpStatus: 429,
    retryAfterMs: 7_000,
  });
  assert.deepEqual(await outcome(answer(429, '', { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' })), {
    kind: 'unavailable',
    httpStatus: 429,
  });
});

test('a refusal is handed on with its body, and a shut door needs none', async () => {
  assert.deepEqual(await outcome(answer(422, '{"error":"X"}')), {
    kind: 'turned_down',
    status: 422,
    body: { error: 'X' },
  });
  for (const body of ['', 'no', '{}']) assert.equal((await outcome(answer(401, body))).kind, 'turned_down');
});
