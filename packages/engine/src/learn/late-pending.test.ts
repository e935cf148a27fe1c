import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { latePendingMicro, withLatePending } from './late-pending.ts';

const P99_MS = 10_000;
const HOUR_MS = 3_600_000;
const CELL = {
  rail: 'a',
  operation: 'banking.payouts',
  successMicro: 5_000_000,
  failureMicro: 1_000_000,
  samples: 6,
  asOfMs: 0,
} as const;

test('until the p99 a silent operation says nothing', () => {
  assert.equal(latePendingMicro([], P99_MS), 0);
  assert.equal(latePendingMicro([0, 5_000, P99_MS], P99_MS), 0);
  assert.equal(withLatePending(CELL, { agesMs: [P99_MS], p99Ms: P99_MS }, 7, HOUR_MS), CELL);
});

test('from the p99 to four times the p99 it rises to one failure and stays there', () => {
  assert.equal(latePendingMicro([25_000], P99_MS), 500_000);
  assert.equal(latePendingMicro([40_000], P99_MS), 1_000_000);
  assert.equal(latePendingMicro([9_000_000_000_000], P99_MS), 1_000_000);
});

test('late operations add up on top of what is left of the cell by now', () => {
  const pending = { agesMs: [1, 25_000, 50_000], p99Ms: P99_MS };
  assert.deepEqual(withLatePending(CELL, pending, 0, HOUR_MS), { ...CELL, failureMicro: 2_500_000 });
  assert.deepEqual(withLatePending(CELL, pending, HOUR_MS, HOUR_MS), {
    ...CELL,
    successMicro: 2_500_000,
    failureMicro: 2_000_000,
    asOfMs: HOUR_MS,
  });
  assert.equal(withLatePending(CELL, pending, -HOUR_MS, HOUR_MS).asOfMs, 0, 'a clock behind the cell');
});

test('a p99 of nothing does not divide by nothing', () => {
  assert.equal(latePendingMicro([1, 4, 100], 0), 2_000_000);
});

test('waiting longer never says less, and each operation says at most one failure', () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeNat()), fc.nat(2_592_000_000), fc.nat(1_000), (ages, p99Ms, moreMs) => {
      const micro = latePendingMicro(ages, p99Ms);
      assert.ok(Number.isSafeInteger(micro) && micro >= 0 && micro <= ages.length * 1_000_000);
      assert.ok(
        latePendingMicro(
          ages.map((age) => age + moreMs),
          p99Ms,
        ) >= micro,
      );
    }),
  );
});
