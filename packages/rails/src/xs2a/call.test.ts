import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { call, type Silence } from './call.ts';

const answered = (status: number, body: string, silence: Silence = 'nothing') =>
  call(
    { send: async () => ({ kind: 'answer', status, headers: {}, body }) },
    { method: 'GET', url: 'https://bank.example', headers: {}, purpose: 'test' },
    { answer: z.object({ ok: z.boolean() }), silence },
  );

test('a refusal in the provider’s own words is handed on', async () => {
  assert.deepEqual(await answered(422, '{"error":"ALREADY_AUTHORIZED"}'), {
    kind: 'turned_down',
    status: 422,
    body: { error: 'ALREADY_AUTHORIZED' },
  });
  assert.equal((await answered(404, '')).kind, 'turned_down');
});

test('a refusal that breaks off, or is no JSON, is silence', async () => {
  assert.equal((await answered(422, '{"error":"ALREA{"')).kind, 'unavailable');
  assert.equal((await answered(403, '<html>', 'unknown')).kind, 'unknown_outcome');
});
