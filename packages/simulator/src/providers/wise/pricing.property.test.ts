import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CURRENCIES, priceOf } from './pricing.ts';

const currency = fc.constantFrom(...CURRENCIES);
const amountMinor = fc.bigInt(1_000n, 10n ** 12n);

test('what is converted at the rate is never less than what the payee gets, and by less than a minor unit more', () => {
  fc.assert(
    fc.property(currency, currency, amountMinor, fc.boolean(), (source, target, fixed, isSource) => {
      const price = priceOf(source, target, isSource ? { sourceMinor: fixed } : { targetMinor: fixed });
      assert(price !== undefined);
      assert.equal(isSource ? price.sourceMinor : price.targetMinor, fixed);
      const atRate = (price.sourceMinor - price.feeMinor) * price.rateMicros;
      const slack = atRate - price.targetMinor * 1_000_000n;
      assert(slack >= 0n && slack < (isSource ? 1_000_000n : price.rateMicros));
      assert(price.feeMinor > 0n);
    }),
  );
});

test('there and back again loses money', () => {
  fc.assert(
    fc.property(currency, currency, amountMinor, (source, target, sourceMinor) => {
      const there = priceOf(source, target, { sourceMinor });
      const back = there && priceOf(target, source, { sourceMinor: there.targetMinor });
      assert(back === undefined || back.targetMinor < sourceMinor);
    }),
  );
});

test('what the fee eats whole has no price', () => {
  assert.equal(priceOf('GBP', 'EUR', { sourceMinor: 31n }), undefined);
});
