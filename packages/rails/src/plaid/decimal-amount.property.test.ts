import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { currencyOf, decimalAmount, minorUnits } from './decimal-amount.ts';

test('an amount written as a decimal reads back as the same minor units', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), (value) => {
      const decimal = decimalAmount({ value, asset: 'iso4217:GBP' });
      assert.match(decimal, /^(0|[1-9][0-9]*)\.[0-9]{2}$/);
      assert.equal(minorUnits(decimal), value);
    }),
  );
});

test('decimals with fewer digits are read, with more digits or other signs they are not', () => {
  assert.equal(minorUnits('12.3'), 1230n);
  assert.equal(minorUnits('12'), 1200n);
  for (const text of ['12.345', '-1.00', '', '1e3', '1,00', '.5', '1.'])
    assert.equal(minorUnits(text), undefined);
});

test('only an ISO 4217 asset has a currency', () => {
  assert.equal(currencyOf('iso4217:GBP'), 'GBP');
  assert.equal(currencyOf('eip155:1/slip44:60'), undefined);
});
