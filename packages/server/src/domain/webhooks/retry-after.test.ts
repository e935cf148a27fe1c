import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfterMs } from './retry-after.ts';

test('seconds and HTTP dates are read, and nothing else is', () => {
  const nowMs = Date.UTC(2026, 9, 8, 9, 0, 0);
  assert.equal(retryAfterMs('120', nowMs), 120_000);
  assert.equal(retryAfterMs('Thu, 08 Oct 2026 09:00:30 GMT', nowMs), 30_000);
  assert.equal(retryAfterMs('Thu, 08 Oct 2026 08:00:00 GMT', nowMs), 0);
  assert.equal(retryAfterMs(undefined, nowMs), undefined);
  for (const header of ['', '-1', '1.5', 'soon', '2026-10-08T09:00:30Z', '9999999999']) {
    assert.equal(retryAfterMs(header, nowMs), undefined, header);
  }
});
