import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRate, rateBetween, writeMid, writeRate } from './rate-text.ts';

const GBP_EUR = { from: 'iso4217:GBP', to: 'iso4217:EUR' };
const EUR_JPY = { from: 'iso4217:EUR', to: 'iso4217:JPY' };

test('a rate between units becomes one between minor units', () => {
  assert.deepEqual(parseRate('1.25', GBP_EUR), { numerator: 12_500n, denominator: 10_000n });
  assert.deepEqual(parseRate('160', EUR_JPY), { numerator: 160n, denominator: 100n });
});

for (const text of ['', '0', '0.0', '-1', '1.', '.5', '01', '1e3', ' 1', '1,5', '9'.repeat(81)]) {
  test(`"${text.slice(0, 9)}" is no rate`, () => assert.equal(parseRate(text, GBP_EUR), undefined));
}

test('written rates are between units and end without zeros', () => {
  assert.equal(writeRate({ numerator: 5n, denominator: 4n }, GBP_EUR, 6, 'down'), '1.25');
  assert.equal(writeRate({ numerator: 8n, denominator: 5n }, EUR_JPY, 6, 'down'), '160');
  assert.equal(writeRate({ numerator: 1n, denominator: 3n }, GBP_EUR, 4, 'up'), '0.3334');
});

test('the rate between two amounts leads from the one to the other', () => {
  assert.equal(rateBetween(8_065n, 10_001n, GBP_EUR), '1.2400496');
});

test('a mid-market rate keeps its digits however small it is', () => {
  assert.equal(writeMid({ numerator: 1n, denominator: 3_000n }, GBP_EUR), '0.00033333333');
});
