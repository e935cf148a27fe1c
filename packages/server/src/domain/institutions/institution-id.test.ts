import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { institutionId } from './institution-id.ts';

test('a known bank keeps the id it has always had', () => {
  assert.equal(institutionId('GB', 'BARCGB22'), 'ins_5Ix2sjMhII9yssBiRAFbBP');
});

test('the id is the first 128 bits of SHA-256 in base62', () => {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Z]{2}$/), fc.stringMatching(/^[A-Z0-9]{8}$/), (country, bic) => {
      const id = institutionId(country, bic);
      assert.match(id, /^ins_[0-9A-Za-z]{22}$/);
      const value = [...id.slice(4)].reduce((sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)), 0n);
      const digest = createHash('sha256').update(`${country}|${bic}`).digest('hex');
      assert.equal(value.toString(16).padStart(32, '0'), digest.slice(0, 32));
    }),
  );
});

test('the head office has one id, with XXX or without', () => {
  assert.equal(institutionId('DE', 'DEUTDEFFXXX'), institutionId('DE', 'DEUTDEFF'));
  assert.notEqual(institutionId('DE', 'DEUTDEFF500'), institutionId('DE', 'DEUTDEFF'));
});

test('the same code in two countries is two banks', () => {
  assert.notEqual(institutionId('GB', 'REVOGB21'), institutionId('LT', 'REVOGB21'));
});
