import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { readExchange } from './exchange.ts';

const shape = z.object({ ok: z.boolean() });
const answer = (status: number, body: string) =>
  readExchange({ kind: 'answer', status, headers: {}, body }, shape);

test('a refusal in TrueLayer’s own words is one', () => {
  assert.deepEqual(answer(400, '{"error":"invalid_grant"}'), {
    kind: 'refused',
    httpStatus: 400,
    code: 'invalid_grant',
  });
  assert.equal(answer(403, '').kind, 'refused');
});

test('a refusal that breaks off, or is no JSON, is not taken for TrueLayer’s word', () => {
  assert.equal(answer(400, '{"error":"inva{"').kind, 'unclear');
  assert.equal(answer(403, '<html>Forbidden</html>').kind, 'unclear');
});

test('a success that cannot be read is unclear', () => {
  assert.equal(answer(200, '{"ok":tr').kind, 'unclear');
  assert.equal(answer(200, '{"ok":true}').kind, 'ok');
});
