import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AMOUNT_DIGITS_MAX, AMOUNT_VALUE_PATTERN, formatAmount, parseAmount } from './amount.ts';

const asset = 'iso4217:EUR';

test('a decimal string of minor units becomes a bigint with its asset', () => {
  assert.deepEqual(parseAmount({ value: '12345', asset }), { ok: true, value: { value: 12345n, asset } });
  assert.deepEqual(parseAmount({ value: '0', asset }), { ok: true, value: { value: 0n, asset } });
});

test('whatever is not a plain whole number is refused, also what BigInt would take', () => {
  for (const value of [
    '',
    '0x10',
    '0b1',
    ' 1',
    '1 ',
    '1\n',
    '-1',
    '+1',
    '01',
    '00',
    '1.0',
    '1e3',
    '1_000',
    '١',
    'NaN',
  ]) {
    const refused = { ok: false, error: { field: 'value', code: 'malformed_value' } };
    assert.deepEqual(parseAmount({ value, asset }), refused, JSON.stringify(value));
  }
});

test('38 digits are taken and 39 refused, in the pattern as in the limit', () => {
  const most = '9'.repeat(AMOUNT_DIGITS_MAX);
  assert.ok(parseAmount({ value: most, asset }).ok);
  assert.equal(parseAmount({ value: `${most}9`, asset }).ok, false);
  assert.equal(new RegExp(AMOUNT_VALUE_PATTERN).test(`${most}9`), false);
});

test('a bad asset is named as the field at fault, with the reason', () => {
  const inactive = { ok: false, error: { field: 'asset', code: 'inactive_currency' } };
  assert.deepEqual(parseAmount({ value: '1', asset: 'iso4217:BGN' }), inactive);
  const malformed = { ok: false, error: { field: 'asset', code: 'malformed_asset' } };
  assert.deepEqual(parseAmount({ value: '1', asset: 'EUR' }), malformed);
});

test('an amount that the wire could not say is never written', () => {
  assert.throws(() => formatAmount({ value: -1n, asset }), /38 digits and no sign/);
  assert.throws(() => formatAmount({ value: 10n ** 38n, asset }), /38 digits and no sign/);
});
