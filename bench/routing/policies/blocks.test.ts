import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocks, pricedBlocks, rateOf } from './blocks.ts';
import { shares, tell, times, worldOf } from './testing.ts';

const TRIES = 20_000;

test('before five blocks are finished a rail scores 100 %, and a tie goes to the first', () => {
  const policy = blocks.create(worldOf(1, 1, 1, 1), 1);
  // The 25 failures fill five blocks, but the fifth is finished only when the next outcome finds it full.
  tell(policy, 0, times(25, false));
  const [first = 0, ...others] = shares(policy, 4, TRIES);
  near(first, 0.8 + 0.05);
  for (const share of others) near(share, 0.05);
});

test('the outcome after a full block finishes it', () => {
  const policy = blocks.create(worldOf(1, 1), 2);
  tell(policy, 0, times(26, false));
  near(shares(policy, 2, TRIES)[1] ?? 0, 0.9);
});

test('the newest of the finished blocks weighs most', () => {
  const bad = { successes: 0, total: 5 };
  const good = { successes: 5, total: 5 };
  // Weights 1 to 5 of 15: the last alone is a third.
  assert.equal(rateOf([bad, bad, bad, bad, good]), 0.3333);
  assert.equal(rateOf([good, bad, bad, bad, bad]), 0.0666);
  assert.equal(rateOf([good, good, good, good]), 1);
  assert.equal(rateOf(Array.from({ length: 8 }, () => ({ successes: 4, total: 5 }))), 0.8);
});

test('only the last eight blocks are kept', () => {
  const policy = blocks.create(worldOf(1, 1), 3);
  tell(policy, 0, times(40, false));
  tell(policy, 0, times(41, true));
  tell(policy, 1, [...times(30, true), false, ...times(10, true)]);
  near(shares(policy, 2, TRIES)[0] ?? 0, 0.9, 'nothing but successes are left');
});

test('price plays no part, unless it is asked to', () => {
  const world = worldOf(100, 1);
  const blind = blocks.create(world, 4);
  const priced = pricedBlocks.create(world, 4);
  for (const policy of [blind, priced]) {
    tell(policy, 1, [...times(40, true), false, ...times(5, true)]);
    near(shares(policy, 2, TRIES)[policy === blind ? 0 : 1] ?? 0, 0.9);
  }
});

function near(actual: number, expected: number, message = ''): void {
  assert.ok(Math.abs(actual - expected) < 0.015, `${actual} is not about ${expected} ${message}`);
}
