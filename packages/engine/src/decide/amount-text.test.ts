import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amountText, boundsText, createAmountWriter, percentText } from './amount-text.ts';
import { EUR } from './testing/sample-snapshot.ts';

test('a currency is written with its own number of digits, and anything else in minor units', () => {
  assert.equal(amountText(5, EUR), 'EUR 0.05');
  assert.equal(amountText(123_456, EUR), 'EUR 1234.56');
  assert.equal(amountText(40, 'iso4217:JPY'), 'JPY 40');
  assert.equal(amountText(1, 'iso4217:BHD'), 'BHD 0.001');
  assert.equal(
    amountText(10n ** 20n, 'eip155:1/slip44:60'),
    `1${'0'.repeat(20)} minor units of eip155:1/slip44:60`,
  );
  assert.equal(amountText(7, 'iso4217:ZZZ'), '7 minor units of iso4217:ZZZ');
});

test('bounds are written with the ends they have', () => {
  assert.equal(boundsText(100, undefined, EUR), 'from EUR 1.00');
  assert.equal(boundsText(undefined, 200, EUR), 'up to EUR 2.00');
  assert.equal(boundsText(100, 200, EUR), 'from EUR 1.00 up to EUR 2.00');
});

test('millionths are written as a percentage, rounded down', () => {
  assert.equal(percentText(1_000_000), '100.00 %');
  assert.equal(percentText(965_499), '96.54 %');
  assert.equal(percentText(99), '0.00 %');
});

test('a writer gives the same whether it remembers or not, and nobody can change what it shares', () => {
  const write = createAmountWriter(EUR);
  for (const value of [0, 3, 3, 9_999, 10_000, 10n ** 30n]) {
    assert.deepEqual(write(value), {
      cost: { value: String(value), asset: EUR },
      text: amountText(value, EUR),
    });
  }
  assert.equal(write(3), write(3));
  assert.ok(Object.isFrozen(write(3).cost));
});
