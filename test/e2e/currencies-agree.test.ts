import assert from 'node:assert/strict';
import { test } from 'node:test';
import { activeCurrencies, minorUnitsOf } from '@switchyard/engine';
import { parsePayto } from '@switchyard/payto';

test('payto and the engine count the minor units of every currency alike', () => {
  for (const currency of activeCurrencies()) {
    const parsed = parsePayto(`payto://void/?amount=${currency}:1`);
    assert.ok(parsed.ok && parsed.address.amount?.kind === 'currency', currency);
    assert.equal(parsed.address.amount.minor, `1${'0'.repeat(minorUnitsOf(currency) ?? -1)}`, currency);
  }
});
