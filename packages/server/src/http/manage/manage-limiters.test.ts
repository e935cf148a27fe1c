import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManageLimiters, MANAGE_RATE_LIMITS, signInWaitS } from './manage-limiters.ts';

const now = new Date(1_800_000_000_000);

test('one operator is tried a few times only, wherever the attempts come from', () => {
  const limiters = createManageLimiters();
  const attempt = (n: number) => signInWaitS(limiters, { address: `10.0.0.${n}`, operator: 'ada', now });
  for (let n = 0; n < MANAGE_RATE_LIMITS.signInsByOperator.burst; n += 1) assert.equal(attempt(n), undefined);
  assert.equal(attempt(99), 12);
});

test('one address tries a few times only, whoever it is about', () => {
  const limiters = createManageLimiters();
  const attempt = (n: number) => signInWaitS(limiters, { address: '10.0.0.1', operator: `op-${n}`, now });
  for (let n = 0; n < MANAGE_RATE_LIMITS.signInsByAddress.burst; n += 1) assert.equal(attempt(n), undefined);
  assert.equal(attempt(99), 3);
});

test('without limiters nobody waits', () => {
  assert.equal(signInWaitS(undefined, { address: '10.0.0.1', operator: 'ada', now }), undefined);
});
