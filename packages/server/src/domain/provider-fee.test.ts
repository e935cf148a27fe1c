import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feeMinor } from './provider-fee.ts';

for (const [amount, currency, minor] of [
  ['0.35', 'EUR', 35n],
  ['12', 'EUR', 1200n],
  ['12.3', 'EUR', 1230n],
  ['150', 'JPY', 150n],
  ['1.234', 'KWD', 1234n],
  ['0.359', 'EUR', 35n],
  ['999999999999999999.99', 'USD', 99999999999999999999n],
] as const) {
  test(`${amount} ${currency} is ${minor} minor units`, () =>
    assert.equal(feeMinor({ amount, currency }), minor));
}

test('a currency nobody knows has no minor units', () => {
  assert.equal(feeMinor({ amount: '1', currency: 'ZZZ' }), undefined);
});
