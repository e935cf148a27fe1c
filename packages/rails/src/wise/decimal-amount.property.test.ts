import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decimalAmountOf } from '../money/decimal-amount.ts';
import { amountOf } from './decimal-amount.ts';

const CURRENCIES = ['GBP', 'JPY', 'KWD', 'EUR'] as const;

test('an amount comes back from its decimal as it was, however large', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 24n), fc.constantFrom(...CURRENCIES), (value, currency) => {
      const amount = { value, asset: `iso4217:${currency}` };
      const written = decimalAmountOf(amount);
      assert.equal(written?.currency, currency);
      assert.deepEqual(amountOf(written.amount, currency), amount);
    }),
  );
});

test('a number means the same in every way that JSON can write it', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), (value) => {
      const { amount: decimal = '' } = decimalAmountOf({ value: BigInt(value), asset: 'iso4217:GBP' }) ?? {};
      const ways = [decimal, `${decimal}000`, `${value}E-2`, `${value}0e-3`, String(Number(decimal))];
      for (const way of ways) assert.equal(amountOf(way, 'GBP')?.value, BigInt(value), way);
    }),
  );
});

test('what is no amount of the currency is none at all', () => {
  for (const decimal of ['', '1.005', '1E-3', '-1', '1.', '.5', '0x10', '1e999', 'NaN', ' 1'])
    assert.equal(amountOf(decimal, 'GBP'), undefined, decimal);
  assert.equal(amountOf('1.0', 'JPY')?.value, 1n);
  assert.equal(amountOf('1E+2', 'JPY')?.value, 100n);
  assert.equal(amountOf('1.5', 'JPY'), undefined);
  assert.equal(amountOf('1', 'XXZ'), undefined);
  assert.equal(decimalAmountOf({ value: -1n, asset: 'iso4217:GBP' }), undefined);
  assert.equal(decimalAmountOf({ value: 1n, asset: 'eip155:1/slip44:60' }), undefined);
});
