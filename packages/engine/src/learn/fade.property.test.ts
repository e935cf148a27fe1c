import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fadeMicro, wholeStepsMs } from './fade.ts';

const value = fc.oneof(fc.nat(10), fc.nat(2 ** 31 - 1), fc.maxSafeNat());
const elapsed = fc.oneof(fc.nat(1_000), fc.nat(2 ** 31 - 1), fc.maxSafeNat());
const halfLife = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 2 ** 37 }));

test('what is left is a whole number between nothing and all', () => {
  fc.assert(
    fc.property(value, elapsed, halfLife, (v, t, h) => {
      const left = fadeMicro(v, t, h);
      assert.ok(Number.isSafeInteger(left) && left >= 0 && left <= v);
    }),
  );
});

test('more time never leaves more', () => {
  fc.assert(
    fc.property(value, fc.nat(2 ** 31 - 1), fc.nat(1_000_000), halfLife, (v, t, more, h) => {
      assert.ok(fadeMicro(v, t + more, h) <= fadeMicro(v, t, h));
    }),
    { numRuns: 1_000 },
  );
});

test('more value never leaves less', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), fc.nat(1_000), elapsed, halfLife, (v, more, t, h) => {
      assert.ok(fadeMicro(v + more, t, h) >= fadeMicro(v, t, h));
    }),
    { numRuns: 1_000 },
  );
});

test('two fades are one over the sum, but for rounding', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), fc.nat(10_000_000), fc.nat(10_000_000), (v, a, b) => {
      const h = 3_600_000;
      const once = fadeMicro(v, a + b, h);
      const twice = fadeMicro(fadeMicro(v, a, h), b, h);
      assert.ok(Math.abs(once - twice) <= 2 + v * 4e-5, `${once} and ${twice}`);
    }),
    { numRuns: 1_000 },
  );
});

test('a long row of fades by whole steps ends where one fade does', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10_000_000, max: 2 ** 40 }), fc.integer({ min: 1, max: 400 }), (v, n) => {
      const h = 64_000;
      let left = v;
      for (let i = 0; i < n; i += 1) left = fadeMicro(left, 1_000, h);
      // Each fade loses at most one unit to rounding, and the table at most 2^-26 of what is left.
      assert.ok(Math.abs(left - fadeMicro(v, n * 1_000, h)) <= n + v * n * 2 ** -26);
    }),
  );
});

test('whole steps never pass what has elapsed and never leave a step out', () => {
  fc.assert(
    fc.property(fc.nat(2 ** 31 - 1), fc.integer({ min: 64, max: 2 ** 37 }), (t, h) => {
      const whole = wholeStepsMs(t, h);
      assert.ok(whole <= t && t - whole < Math.floor(h / 64));
    }),
  );
});
