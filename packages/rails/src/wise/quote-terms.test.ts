import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PaymentOption, Quote } from './api/quotes.ts';
import { quoteTermsOf } from './quote-terms.ts';

const OPTION: PaymentOption = {
  payIn: 'BALANCE',
  payOut: 'BANK_TRANSFER',
  disabled: false,
  sourceAmount: '100.5',
  targetAmount: '115',
  fee: { total: '0.77' },
};
const QUOTE: Quote = {
  id: 'q',
  rate: '1.15',
  rateType: 'FIXED',
  paymentOptions: [{ ...OPTION, payIn: 'BANK_TRANSFER', fee: { total: '9' } }, OPTION],
};
const ASKED = { sendCurrency: 'GBP', receiveCurrency: 'EUR' };

test('the terms are those of paying from a balance to a bank account', () => {
  assert.deepEqual(quoteTermsOf(QUOTE, { ...ASKED, receive: { value: 11_500n, asset: 'iso4217:EUR' } }), {
    kind: 'terms',
    terms: {
      send: { value: 10_050n, asset: 'iso4217:GBP' },
      receive: { value: 11_500n, asset: 'iso4217:EUR' },
      fee: { value: 77n, asset: 'iso4217:GBP' },
    },
  });
});

test('a quote that may not be used, or offers no such way, is refused with its reason', () => {
  const cases: readonly (readonly [Partial<Quote>, string])[] = [
    [{ notices: [{ type: 'WARNING' }, { type: 'BLOCKED' }] }, 'quote_blocked'],
    [{ paymentOptions: [{ ...OPTION, payOut: 'SWIFT' }] }, 'no_payment_option'],
    [{ paymentOptions: [{ ...OPTION, disabled: true }] }, 'payment_option_disabled'],
    [{ paymentOptions: [{ ...OPTION, disabled: true, disabledReason: { code: 'LIMIT' } }] }, 'LIMIT'],
  ];
  for (const [change, providerCode] of cases)
    assert.deepEqual(quoteTermsOf({ ...QUOTE, ...change }, ASKED), {
      kind: 'refused',
      code: 'provider_rejected',
      providerCode,
    });
});

test('a quote for another amount than was asked is refused', () => {
  for (const asked of [
    { send: { value: 10_051n, asset: 'iso4217:GBP' } },
    { receive: { value: 11_499n, asset: 'iso4217:EUR' } },
  ]) {
    const read = quoteTermsOf(QUOTE, { ...ASKED, ...asked });
    assert.ok(read.kind === 'refused' && read.providerCode === 'amount_differs');
  }
});

test('a quote finer than the minor unit cannot be read', () => {
  const paymentOptions = [{ ...OPTION, targetAmount: '115.001' }];
  assert.equal(quoteTermsOf({ ...QUOTE, paymentOptions }, ASKED).kind, 'unavailable');
});
