import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { floorChange, recoveryPpm } from './floor.ts';

const POLICY = { floorPpm: 800_000 };

test('a sound connection degrades under the floor, not at it', () => {
  assert.equal(floorChange(false, 800_000, POLICY), 'unchanged');
  assert.equal(floorChange(false, 799_999, POLICY), 'degraded');
});

test('a degraded one recovers a fifth of the way from the floor to certainty, not before', () => {
  assert.equal(recoveryPpm(800_000), 840_000);
  assert.equal(floorChange(true, 799_999, POLICY), 'unchanged');
  assert.equal(floorChange(true, 839_999, POLICY), 'unchanged');
  assert.equal(floorChange(true, 840_000, POLICY), 'recovered');
});

test('an estimate that trembles around the floor raises one event', () => {
  const changes = [801_000, 799_000, 801_000, 799_000, 830_000, 799_000];
  let isDegraded = false;
  const raised = changes.map((ppm) => {
    const change = floorChange(isDegraded, ppm, POLICY);
    if (change !== 'unchanged') isDegraded = change === 'degraded';
    return change;
  });
  assert.deepEqual(
    raised.filter((change) => change !== 'unchanged'),
    ['degraded'],
  );
});

test('a floor of 0 degrades nobody, and every floor can be recovered from', () => {
  assert.equal(floorChange(false, 0, { floorPpm: 0 }), 'unchanged');
  fc.assert(
    fc.property(fc.nat(1_000_000), (floorPpm) => {
      assert.ok(recoveryPpm(floorPpm) >= floorPpm);
      assert.equal(floorChange(true, 1_000_000, { floorPpm }), 'recovered');
    }),
  );
});
