import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { base62, base62Digit } from './base62.ts';

test('the digits are those that dividing a bigint gives, for numbers of any size', () => {
  const numbers = fc.bigInt({ min: 0n, max: 1n << 260n });
  fc.assert(
    fc.property(numbers, fc.integer({ min: 0, max: 50 }), (value, length) => {
      assert.equal(base62(value.toString(16), length), digitsOf(value, length));
    }),
  );
});

test('hyphens do not count', () => {
  fc.assert(
    fc.property(fc.uuid(), (uuid) => {
      assert.equal(base62(uuid, 22), digitsOf(BigInt(`0x${uuid.replaceAll('-', '')}`), 22));
    }),
  );
});

function digitsOf(value: bigint, length: number): string {
  if (length === 0) return '';
  return digitsOf(value / 62n, length - 1) + base62Digit(Number(value % 62n));
}
