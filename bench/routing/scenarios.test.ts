import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SCENARIOS } from './scenarios.ts';

const SIZE = { durationMs: 8 * 3_600_000, payments: 1_000 };

test('there are at least ten, each with its own name and words', () => {
  assert.ok(SCENARIOS.length >= 10);
  assert.equal(new Set(SCENARIOS.map(({ id }) => id)).size, SCENARIOS.length);
  for (const { about } of SCENARIOS) assert.match(about, /\.$/);
});

for (const { id, create } of SCENARIOS) {
  test(`${id} follows from its seed alone and keeps to what a world is`, () => {
    const world = create(9, SIZE);
    const again = create(9, SIZE);
    assert.deepEqual(world.payments, again.payments);
    assert.notDeepEqual(world.payments, create(10, SIZE).payments);
    assert.equal(world.payments.length, SIZE.payments);
    let previousMs = 0;
    for (const [index, payment] of world.payments.entries()) {
      assert.ok(payment.index === index && payment.atMs >= previousMs && payment.atMs <= SIZE.durationMs);
      previousMs = payment.atMs;
      for (const rail of world.rails.keys()) {
        const chance = world.successChance(rail, payment);
        assert.ok(chance > 0 && chance < 1, `${chance}`);
        assert.equal(chance, again.successChance(rail, payment));
      }
    }
    for (const { rail, fromMs, toMs } of world.incidents) {
      assert.ok(world.rails[rail] !== undefined && fromMs > 0 && toMs > fromMs && toMs <= SIZE.durationMs);
    }
    for (const { tiers } of world.rails) assert.equal(tiers[0]?.from, 0);
  });
}
