import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createFeedbackQueue } from './feedback-queue.ts';
import type { Feedback } from './policy.ts';

test('outcomes come out in the order in which they are reported, and not before', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), (times) => {
      const queue = createFeedbackQueue();
      for (const [index, atMs] of times.entries()) queue.push(feedback(index, atMs));
      assert.equal(queue.popUntil(-1), undefined);
      const popped: Feedback[] = [];
      for (let atMs = 0; atMs <= 50; atMs += 1) {
        for (let due = queue.popUntil(atMs); due; due = queue.popUntil(atMs)) {
          assert.equal(due.reportedAtMs, atMs);
          popped.push(due);
        }
      }
      const expected = [...times.entries()].toSorted(([a, atA], [b, atB]) => atA - atB || a - b);
      assert.deepEqual(
        popped.map(({ payment }) => payment.index),
        expected.map(([index]) => index),
      );
    }),
  );
});

function feedback(index: number, reportedAtMs: number): Feedback {
  const payment = { index, atMs: 0, amountMinor: 1, country: 'DE', institution: 'x' };
  return { payment, rail: 0, succeeded: true, latencyMs: 0, reportedAtMs };
}
