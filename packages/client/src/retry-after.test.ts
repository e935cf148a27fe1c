import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retryAfterMs } from './retry-after.ts';

const NOW_MS = Date.parse('2026-10-08T12:00:00Z');

for (const [header, ms] of [
  [null, undefined],
  ['0', 0],
  ['2', 2_000],
  ['Thu, 08 Oct 2026 12:00:05 GMT', 5_000],
  ['Thu, 08 Oct 2026 11:00:00 GMT', 0],
  ['soon', undefined],
  ['-1', undefined],
  ['', undefined],
] as const) {
  test(`Retry-After ${JSON.stringify(header)} is ${ms} ms`, () => {
    assert.equal(retryAfterMs(header, NOW_MS), ms);
  });
}
