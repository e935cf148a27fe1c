import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Price } from '../snapshot.ts';
import { createExchange } from './exchange.ts';
import { toPiecewise, valueUpAt } from './piecewise.ts';
import { type PriceCase, priceOf } from './price.ts';
import { EUR, GBP, samplePrice } from './testing/sample-snapshot.ts';

const CASE: PriceCase = { operation: 'banking.pis.single', country: 'DE', scheme: 'iban', asset: EUR };
const exchange = createExchange([{ from: EUR, to: GBP, numerator: '4', denominator: '5', asOf: '1' }]);

function costAt(prices: readonly Price[], amount: number, change: Partial<PriceCase> = {}) {
  const pricing = priceOf({ prices, contracts: new Map(), exchange }, { ...CASE, ...change });
  return pricing.known ? valueUpAt(toPiecewise(pricing.pieces), amount) : pricing.gap;
}

test('fixed and basis points are added and rounded up once', () => {
  assert.equal(costAt([samplePrice('alder', 10, 25)], 1_001), 10 + 3);
  assert.equal(costAt([samplePrice('alder', 10, 25)], 1_200), 10 + 3);
  assert.equal(costAt([samplePrice('alder', 10)], 1_200), 10);
});

test('a fee is held between its minimum and its maximum', () => {
  const fee = { asset: EUR, fixed: '0', bps: 100, min: '20', max: '50' };
  const prices = [samplePrice('alder', 0, 0, { fee })];
  assert.deepEqual(
    [0, 1_999, 2_001, 4_999, 5_001, 10 ** 9].map((amount) => costAt(prices, amount)),
    [20, 20, 21, 50, 50, 50],
  );
});

test('the first price whose conditions all hold is the price', () => {
  const prices = [
    samplePrice('alder', 1, 0, { when: { countries: ['FR'] } }),
    samplePrice('alder', 2, 0, { when: { operations: ['banking.payouts'] } }),
    samplePrice('alder', 3, 0, { when: { schemes: ['iban'], assets: [GBP] } }),
    samplePrice('alder', 4, 0, { when: { schemes: ['iban'], assets: [EUR] } }),
    samplePrice('alder', 5),
  ];
  assert.equal(costAt(prices, 100), 4);
  assert.equal(costAt(prices, 100, { country: 'FR' }), 1);
  assert.equal(costAt(prices, 100, { operation: 'banking.payouts' }), 2);
  assert.equal(costAt(prices, 100, { scheme: undefined }), 5);
});

test('without a price that holds it is unknown, which is not free', () => {
  assert.equal(costAt([], 100), 'unlisted');
  assert.equal(costAt([samplePrice('alder', 1, 0, { when: { countries: ['FR'] } })], 100), 'unlisted');
  assert.equal(
    costAt([samplePrice('alder', 0, 0, { fee: { asset: EUR, fixed: 'dear', bps: 0 } })], 100),
    'unlisted',
  );
});

test('without an amount only what does not depend on it is known', () => {
  assert.equal(costAt([samplePrice('alder', 7)], 0, { asset: undefined }), 7);
  assert.equal(costAt([samplePrice('alder', 7, 1)], 0, { asset: undefined }), 'needs_amount');
});

test('basis points of an amount in another asset need a rate', () => {
  const inPounds = [samplePrice('alder', 0, 0, { fee: { asset: GBP, fixed: '10', bps: 100 } })];
  // 1000 euro cents are 800 pence, of which 1 % is 8.
  assert.equal(costAt(inPounds, 1_000), 10 + 8);
  assert.equal(costAt(inPounds, 1_000, { asset: 'iso4217:JPY' }), 'no_rate');
});
