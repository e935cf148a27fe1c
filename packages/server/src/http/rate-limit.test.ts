import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRateLimiter } from './rate-limit.ts';

const limit = { perSecond: 10, burst: 5 };

test('allows the burst at once and refuses the next', () => {
  const limiter = createRateLimiter(limit);
  for (let i = 0; i < 5; i += 1) assert.equal(limiter.take('k', 0).allowed, true);
  assert.deepEqual(limiter.take('k', 0), { allowed: false, remaining: 0, fullAfterS: 1, retryAfterS: 1 });
});

test('refills at its rate and never past its burst', () => {
  const limiter = createRateLimiter(limit);
  for (let i = 0; i < 6; i += 1) limiter.take('k', 0);
  assert.equal(limiter.take('k', 99).allowed, false);
  assert.equal(limiter.take('k', 199).allowed, true);
  for (let i = 0; i < 5; i += 1) assert.equal(limiter.take('k', 60_000).allowed, true);
  assert.equal(limiter.take('k', 60_000).allowed, false);
});

test('keeps callers apart', () => {
  const limiter = createRateLimiter({ perSecond: 1, burst: 1 });
  assert.equal(limiter.take('a', 0).allowed, true);
  assert.equal(limiter.take('a', 0).allowed, false);
  assert.equal(limiter.take('b', 0).allowed, true);
});

test('is not fooled by a clock that steps back', () => {
  const limiter = createRateLimiter({ perSecond: 1, burst: 1 });
  limiter.take('a', 10_000);
  assert.equal(limiter.take('a', 5_000).allowed, false);
});

test('grants no more than rate times time plus burst, whatever the pattern', () => {
  const limiter = createRateLimiter(limit);
  let granted = 0;
  for (let ms = 0; ms <= 10_000; ms += 7) if (limiter.take('k', ms).allowed) granted += 1;
  assert.ok(granted <= 10 * 10 + 5 && granted >= 10 * 10 - 1, `${granted} granted`);
});
