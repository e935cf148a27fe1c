import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Feedback, RoutingPolicy } from './policy.ts';
import { newRail } from './scenarios/new-rail.ts';
import { outage } from './scenarios/outage.ts';
import { simulate } from './simulate.ts';

const SIZE = { durationMs: 3_600_000, payments: 500 };

test('policies that choose alike fare alike, and other choices have other luck', () => {
  const world = outage.create(1, SIZE);
  const first = simulate(world, always(0));
  assert.deepEqual(simulate(world, always(0)), first);
  assert.notDeepEqual(simulate(world, always(1)).succeeded, first.succeeded);
});

test('a policy hears of every outcome once, after it happened, in order and never of the future', () => {
  const world = {
    ...outage.create(2, SIZE),
    reportDelayMs: (succeeded: boolean) => (succeeded ? 0 : 60_000),
  };
  const heard: Feedback[] = [];
  let nowMs = 0;
  simulate(world, {
    choose: ({ atMs }) => {
      nowMs = atMs;
      return 1;
    },
    learn: (feedback) => {
      heard.push(feedback);
      assert.ok(feedback.reportedAtMs >= feedback.payment.atMs + (feedback.succeeded ? 0 : 60_000));
    },
  });
  assert.equal(new Set(heard.map(({ payment }) => payment.index)).size, heard.length);
  assert.ok(heard.length > 480 && heard.every(({ reportedAtMs }) => reportedAtMs <= nowMs));
  const times = heard.map(({ reportedAtMs }) => reportedAtMs);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
});

test('success comes as often as the truth says, and the bill adds up', () => {
  const world = { ...outage.create(3, { ...SIZE, payments: 20_000 }), successChance: () => 0.8 };
  const { succeeded, expectedMinor, spentMinor } = simulate(world, always(2));
  const successes = succeeded.filter(Boolean).length;
  assert.ok(Math.abs(successes / 20_000 - 0.8) < 0.01);
  // 25 each, 500 for each failure, and 4 s at 2 an hour.
  const bill = 20_000 * (25 + (4 / 3600) * 2) + (20_000 - successes) * 500;
  assert.ok(Math.abs(spentMinor - bill) < 1e-3 * bill);
  assert.ok(Math.abs((expectedMinor[0] ?? 0) - (25 + 0.2 * 500 + (4 / 3600) * 2)) < 1e-9);
});

test('a rail that has not joined is no candidate, and choosing it is an error', () => {
  const world = newRail.create(4, SIZE);
  const seen = new Set<string>();
  simulate(world, {
    choose: (_payment, candidates) => {
      seen.add(candidates.join());
      return 0;
    },
    learn: () => {},
  });
  assert.deepEqual([...seen], ['0,1', '0,1,2,3']);
  assert.throws(() => simulate(world, always(2)), /No rail 2/);
});

function always(rail: number): RoutingPolicy {
  return { choose: () => rail, learn: () => {} };
}
