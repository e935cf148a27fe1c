import assert from 'node:assert/strict';
import { test } from 'node:test';
import { err, ok, type Result } from './result.ts';

test('a result is either a value or an error, told apart by ok', () => {
  const good: Result<number, string> = ok(1);
  const bad: Result<number, string> = err('no');
  assert.deepEqual(good, { ok: true, value: 1 });
  assert.deepEqual(bad, { ok: false, error: 'no' });
});
