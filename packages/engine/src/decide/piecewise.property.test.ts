import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clampAbove, clampBelow, type Pieces, rangeUp, toPiecewise, valueUpAt } from './piecewise.ts';

const small = fc.bigInt({ min: 0n, max: 300n });
const piece = fc.record({
  from: small,
  base: fc.bigInt({ min: 0n, max: 3_000n }),
  slope: fc.bigInt({ min: 0n, max: 40n }),
});
const pieces: fc.Arbitrary<Pieces> = fc
  .tuple(
    fc.uniqueArray(piece, { minLength: 1, maxLength: 4, selector: ({ from }) => from }),
    fc.bigInt({ min: 1n, max: 12n }),
  )
  .map(([list, per]) => ({
    pieces: list
      .toSorted((a, b) => Number(a.from - b.from))
      .map((one, at) => (at === 0 ? { ...one, from: 0n } : one)),
    per,
  }));

/** The definition, without any cleverness, over `per`. */
function exactAt({ pieces: list }: Pieces, amount: bigint): bigint {
  const held = list.findLast(({ from }) => from <= amount);
  return held === undefined ? 0n : held.base + held.slope * amount;
}

test('a clamped line is the line, clamped, at every amount', () => {
  fc.assert(
    fc.property(pieces, small, small, (given, min, max) => {
      const clamped = clampAbove(clampBelow(given, min), max);
      for (let amount = 0n; amount <= 320n; amount += 1n) {
        const raw = exactAt(given, amount);
        const low = raw < min * given.per ? min * given.per : raw;
        const expected = low > max * given.per ? max * given.per : low;
        assert.equal(exactAt(clamped, amount), expected);
      }
      const starts = clamped.pieces.map(({ from }) => from);
      assert.deepEqual(
        starts,
        [...new Set(starts)].toSorted((a, b) => Number(a - b)),
      );
    }),
  );
});

test('evaluation rounds up, and the range of a stretch is that of its amounts', () => {
  fc.assert(
    fc.property(pieces, fc.nat(300), fc.nat(80), (given, lo, width) => {
      const line = toPiecewise(given);
      const values = Array.from({ length: width + 1 }, (_, at) => {
        const exact = exactAt(given, BigInt(lo + at));
        const up = Number((exact + given.per - 1n) / given.per);
        assert.equal(valueUpAt(line, lo + at), up);
        return up;
      });
      assert.deepEqual(rangeUp(line, lo, lo + width), { min: Math.min(...values), max: Math.max(...values) });
    }),
  );
});
