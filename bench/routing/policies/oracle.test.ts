import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oracle } from './oracle.ts';
import { staticPriority } from './static-priority.ts';
import { PAYMENT, worldOf } from './testing.ts';

test('the oracle takes the lowest expected cost by the true chances', () => {
  const world = worldOf(10, 30, 5);
  const withChances = (...chances: readonly number[]) =>
    oracle
      .create({ ...world, successChance: (rail) => chances[rail] ?? 0 }, 1)
      .choose(PAYMENT, [0, 1, 2], []);
  assert.equal(withChances(1, 1, 1), 2);
  assert.equal(withChances(0.9, 1, 0.9), 1, '30 against 60 and 55');
  assert.equal(withChances(0.99, 1, 0.9), 0, '15 against 30 and 55');
});

test('the oracle knows which tier a rail has reached, and takes candidates only', () => {
  const world = worldOf(10, 30, 5);
  const [first] = world.rails;
  assert.ok(first);
  const tiered = { ...first, tiers: [...first.tiers, { from: 3, fixedMinor: 50, bps: 100 }] };
  const policy = oracle.create({ ...world, rails: [tiered, ...world.rails.slice(1)] }, 1);
  assert.equal(policy.choose(PAYMENT, [0, 1], [2, 0, 0]), 0);
  assert.equal(policy.choose(PAYMENT, [0, 1], [3, 0, 0]), 1);
});

test('the static order takes the first that is there, whatever it hears', () => {
  const policy = staticPriority.create(worldOf(1, 1), 1);
  policy.learn({ payment: PAYMENT, rail: 0, succeeded: false, latencyMs: 0, reportedAtMs: 0 });
  assert.equal(policy.choose(PAYMENT, [0, 1], [0, 0]), 0);
  assert.equal(policy.choose(PAYMENT, [1], [0, 0]), 1);
});
