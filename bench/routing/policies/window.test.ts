import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shares, tell, times, worldOf } from './testing.ts';
import { pricedWindow, window } from './window.ts';

const TRIES = 20_000;

test('rails without outcomes are all full and drawn evenly', () => {
  const [a = 0, b = 0, c = 0] = shares(window.create(worldOf(1, 1, 1), 1), 3, TRIES);
  for (const share of [a, b, c]) near(share, 1 / 3);
});

test('95 % go to the leader and 5 % are hedged evenly over the others', () => {
  const policy = window.create(worldOf(1, 1, 1), 2);
  tell(policy, 0, [false]);
  tell(policy, 1, [false, false]);
  // Rail 2 still reads 1 and leads.
  const [a = 0, b = 0, c = 0] = shares(policy, 3, TRIES);
  near(a, 0.025);
  near(b, 0.025);
  near(c, 0.95);
});

test('a single rail is not hedged away from', () => {
  assert.deepEqual(shares(window.create(worldOf(1), 3), 1, 100), [1]);
});

test('a new rail is given up slowly: its first outcomes find a window full of successes', () => {
  const policy = window.create(worldOf(1, 1), 4);
  // 20 failures of 125 against 10 of 125, although the second has not seen a single success.
  tell(policy, 0, times(20, false));
  tell(policy, 1, times(10, false));
  near(shares(policy, 2, TRIES)[1] ?? 0, 0.95);
});

test('only the last 125 outcomes count', () => {
  const policy = window.create(worldOf(1, 1), 5);
  tell(policy, 0, times(125, false));
  tell(policy, 0, times(124, true));
  tell(policy, 1, times(2, false));
  near(shares(policy, 2, TRIES)[0] ?? 0, 0.95, 'one failure left against two');
  tell(policy, 0, times(1, false));
  tell(policy, 0, times(1, false));
  // The last old failure was pushed out, and two new ones came in: a tie with the other.
  near(shares(policy, 2, TRIES)[0] ?? 0, 0.5);
});

test('price plays no part, unless it is asked to', () => {
  const world = worldOf(100, 1);
  const blind = window.create(world, 6);
  const priced = pricedWindow.create(world, 6);
  for (const policy of [blind, priced]) tell(policy, 1, times(5, false));
  near(shares(blind, 2, TRIES)[0] ?? 0, 0.95);
  // 5 of 125 failures cost 20, less than the 99 of the price.
  near(shares(priced, 2, TRIES)[1] ?? 0, 0.95);
});

function near(actual: number, expected: number, message = ''): void {
  assert.ok(Math.abs(actual - expected) < 0.015, `${actual} is not about ${expected} ${message}`);
}
