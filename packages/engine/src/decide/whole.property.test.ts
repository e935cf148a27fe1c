import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compareWhole, divideUp, linear, oneLess, oneMore, readWhole, wholeOf } from './whole.ts';

const EDGE = BigInt(Number.MAX_SAFE_INTEGER);
// Small, around the edge of the safe integers, and far beyond it.
const positive = fc.oneof(
  fc.bigInt({ min: 0n, max: 10_000n }),
  fc.bigInt({ min: 0n, max: 2n ** 30n }),
  fc.bigInt({ min: EDGE - 10n, max: EDGE + 10n }),
  fc.bigInt({ min: 0n, max: EDGE }),
  fc.bigInt({ min: 0n, max: 10n ** 40n }),
);
const signed = fc.tuple(positive, fc.boolean()).map(([value, minus]) => (minus ? -value : value));
const RUNS = { numRuns: 3_000 };

test('numbers and bigints give the same line', () => {
  fc.assert(
    fc.property(signed, positive, positive, (base, slope, at) => {
      assert.equal(linear(wholeOf(base), wholeOf(slope), wholeOf(at)), wholeOf(base + slope * at));
    }),
    RUNS,
  );
});

test('numbers and bigints give the same quotient, rounded up', () => {
  const near = fc
    .tuple(positive, fc.bigInt({ min: 1n, max: 10n ** 9n }), fc.bigInt({ min: -1n, max: 1n }))
    .map(([quotient, divisor, off]) => ({ value: quotient * divisor + off, divisor }))
    .filter(({ value }) => value >= 0n);
  // So large that the quotient of the two numbers has no room for what is left over.
  const tight = fc
    .tuple(fc.bigInt({ min: 2n ** 26n, max: EDGE - 1n }), fc.nat(1_000))
    .map(([divisor, less]) => ({ value: (EDGE / divisor - BigInt(less)) * divisor + 1n, divisor }))
    .filter(({ value }) => value >= 0n);
  const any = fc.record({ value: positive, divisor: positive.filter((divisor) => divisor > 0n) });
  fc.assert(
    fc.property(fc.oneof(near, tight, any), ({ value, divisor }) => {
      assert.equal(divideUp(wholeOf(value), wholeOf(divisor)), wholeOf((value + divisor - 1n) / divisor));
    }),
    RUNS,
  );
});

test('each value has one form, and the two kinds compare as one', () => {
  fc.assert(
    fc.property(signed, signed, (a, b) => {
      assert.equal(compareWhole(wholeOf(a), wholeOf(b)), a < b ? -1 : a > b ? 1 : 0);
      assert.equal(typeof wholeOf(a), a <= EDGE && a >= -EDGE ? 'number' : 'bigint');
      assert.equal(oneMore(wholeOf(a)), wholeOf(a + 1n));
      assert.equal(oneLess(oneMore(wholeOf(a))), wholeOf(a));
    }),
    RUNS,
  );
});

test('what is read is what was written, and nothing else is read', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }), (value) => {
      assert.equal(readWhole(value.toString()), wholeOf(value));
    }),
    RUNS,
  );
  for (const text of ['', '-1', '01', '1.0', '0x10', ' 1', '1e3', '9'.repeat(39)]) {
    assert.equal(readWhole(text), undefined, text);
  }
});
