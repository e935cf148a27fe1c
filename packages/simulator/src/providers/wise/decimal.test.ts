import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal, minorUnits } from './decimal.ts';

test('minor units become the number that JSON writes without a doubt', () => {
  const cases = { '0': 0n, '0.01': 1n, '12.3': 1230n, '-7.76': -776n, '99999999999.99': 9_999_999_999_999n };
  for (const [text, amountMinor] of Object.entries(cases))
    assert.equal(JSON.stringify(decimal(amountMinor)), text);
});

test('only a positive number of whole minor units is an amount', () => {
  assert.equal(minorUnits(12.3), 1230n);
  assert.equal(minorUnits(7), 700n);
  for (const value of [0, -1, 1.005, '5', null, undefined, Number.NaN, 1e21])
    assert.equal(minorUnits(value), undefined);
});
