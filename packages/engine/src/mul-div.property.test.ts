import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mulDiv } from './mul-div.ts';

const value = fc.bigInt({ min: 0n, max: 10n ** 38n });
const ratioPart = fc.bigInt({ min: 0n, max: 10n ** 20n });
// Small denominators make ties likely, large ones make remainders wild.
const denominator = fc.oneof(fc.bigInt({ min: 1n, max: 12n }), fc.bigInt({ min: 1n, max: 10n ** 20n }));

test('down and up enclose the exact quotient and differ by at most one unit', () => {
  fc.assert(
    fc.property(value, ratioPart, denominator, (v, n, d) => {
      const down = mulDiv(v, n, d, 'down');
      const up = mulDiv(v, n, d, 'up');
      assert.ok(down * d <= v * n && v * n <= up * d);
      assert.equal(up - down, (v * n) % d === 0n ? 0n : 1n);
    }),
  );
});

test('half-even is never more than half a unit off, and even on a tie', () => {
  fc.assert(
    fc.property(value, ratioPart, denominator, (v, n, d) => {
      const rounded = mulDiv(v, n, d, 'half-even');
      const twiceOff = 2n * (rounded * d - v * n);
      const distance = twiceOff < 0n ? -twiceOff : twiceOff;
      assert.ok(distance <= d);
      if (distance === d) assert.equal(rounded % 2n, 0n);
    }),
  );
});

test('more money never becomes less', () => {
  fc.assert(
    fc.property(
      value,
      ratioPart,
      denominator,
      fc.constantFrom('up', 'down', 'half-even'),
      (v, n, d, rounding) => {
        assert.ok(mulDiv(v + 1n, n, d, rounding) >= mulDiv(v, n, d, rounding));
      },
    ),
  );
});

test('there and back, down then up, never ends above the start', () => {
  fc.assert(
    fc.property(value, denominator, denominator, (v, n, d) => {
      assert.ok(mulDiv(mulDiv(v, n, d, 'down'), d, n, 'up') <= v);
      assert.ok(mulDiv(mulDiv(v, n, d, 'up'), d, n, 'down') >= v);
    }),
  );
});
