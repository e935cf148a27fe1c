import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeCurrencies, minorUnitsOf } from '@switchyard/engine';
import fc from 'fast-check';
import { decimalAmountOf } from './decimal-amount.ts';

test('a decimal has all digits of its minor unit, and without its point it is the amount again', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }),
      fc.constantFrom(...activeCurrencies()),
      (value, code) => {
        const decimal = decimalAmountOf({ value, asset: `iso4217:${code}` });
        assert.ok(decimal);
        assert.equal(decimal.currency, code);
        const [major = '', minor = ''] = decimal.amount.split('.');
        assert.match(major, /^(0|[1-9][0-9]*)$/);
        assert.equal(minor.length, minorUnitsOf(code));
        assert.equal(BigInt(`${major}${minor}`), value);
      },
    ),
  );
});

test('what is no currency has no decimal', () => {
  for (const asset of ['iso4217:XXX', 'EUR', 'eip155:1/slip44:60'])
    assert.equal(decimalAmountOf({ value: 1n, asset }), undefined);
});
