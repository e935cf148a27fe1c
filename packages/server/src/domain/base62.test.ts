import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { base62, base62Digit } from './base62.ts';

test('a number is written digit by digit, however it is computed', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 1n << 260n }), fc.integer({ min: 1, max: 50 }), (value, length) => {
      let [text, rest] = ['', value];
      for (let at = 0; at < length; at += 1, rest /= 62n) text = base62Digit(Number(rest % 62n)) + text;
      assert.equal(base62(value, length), text);
    }),
  );
});
