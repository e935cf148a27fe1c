import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLockTimeout, isPassing } from './database-error.ts';

const withCode = (code: string) => Object.assign(new Error('x'), { code });

for (const code of [
  'ECONNRESET',
  'ECONNREFUSED',
  'ENOENT',
  '57P01',
  '57P03',
  '08006',
  '53300',
  '40P01',
  '55P03',
]) {
  test(`${code} passes: the same call may succeed a moment later`, () =>
    assert.ok(isPassing(withCode(code))));
}

for (const code of ['23505', '42501', '22P02', 'ERR_INVALID_ARG_TYPE']) {
  test(`${code} does not pass by itself`, () => assert.ok(!isPassing(withCode(code))));
}

test('a connection that ends under a query passes, though it has no code', () => {
  assert.ok(isPassing(new Error('Connection terminated unexpectedly')));
  assert.ok(!isPassing(new Error('something else')));
  assert.ok(!isPassing('not an error'));
});

test('a lock that was not had in time is told apart', () => {
  assert.ok(isLockTimeout(withCode('55P03')));
  assert.ok(!isLockTimeout(withCode('57P01')));
});
