import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BASIS_POINTS_PER_WHOLE, basisPointsOf, toBasisPoints } from './basis-points.ts';

test('25 basis points of 100.00 are 0.25, and a fraction of a minor unit rounds as asked', () => {
  assert.equal(basisPointsOf(10_000n, 25n, 'up'), 25n);
  assert.equal(basisPointsOf(999n, 25n, 'up'), 3n);
  assert.equal(basisPointsOf(999n, 25n, 'down'), 2n);
});

test('a part is so many basis points of its whole', () => {
  assert.equal(toBasisPoints(1n, 4n, 'down'), 2_500n);
  assert.equal(toBasisPoints(1n, 3n, 'down'), 3_333n);
  assert.equal(toBasisPoints(1n, 3n, 'up'), 3_334n);
});

test('a share and what remains of the whole, rounded against each other, add up', () => {
  const value = fc.bigInt({ min: 0n, max: 10n ** 38n });
  const share = fc.bigInt({ min: 0n, max: BASIS_POINTS_PER_WHOLE });
  fc.assert(
    fc.property(value, share, (v, bp) => {
      assert.equal(basisPointsOf(v, bp, 'up') + basisPointsOf(v, BASIS_POINTS_PER_WHOLE - bp, 'down'), v);
    }),
  );
});
