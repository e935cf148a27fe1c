import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertByQuote } from './conversion.ts';

const GBP = 'iso4217:GBP';
const EUR = 'iso4217:EUR';
const asked = { from: GBP, to: EUR, fixed: 'send', value: 10_000n, rail: 'alder', mid: undefined } as const;

function quoteOf(receive: string, rate: string, fee = { value: '0', asset: GBP }) {
  return {
    key: 'key',
    send: { value: '10000', asset: GBP },
    receive: { value: receive, asset: EUR },
    fee,
    rate,
    ref: 'ref',
  };
}

test('a rate that hides a margin is not shown: the rate that is really obtained is', () => {
  const made = convertByQuote(asked, quoteOf('12300', '1.25'));
  assert.equal(made?.fx.rate, '1.23');
  assert.deepEqual(made?.fees, []);
});

test('a rate that is off by rounding alone is shown as the provider writes it', () => {
  const made = convertByQuote(asked, quoteOf('12499', '1.25'));
  assert.equal(made?.fx.rate, '1.25');
  assert.deepEqual(made?.fees, [{ name: 'rounding', rail: 'alder', amount: { value: '1', asset: EUR } }]);
});

test('a fee may be taken on either side', () => {
  const sent = convertByQuote(asked, quoteOf('12375', '1.25', { value: '100', asset: GBP }));
  assert.equal(sent?.fx.rate, '1.25');
  const received = convertByQuote(asked, quoteOf('12375', '1.25', { value: '125', asset: EUR }));
  assert.equal(received?.fx.rate, '1.25');
});

const WRONG = {
  'another amount than was asked': { ...quoteOf('12500', '1.25'), send: { value: '9999', asset: GBP } },
  'another asset': { ...quoteOf('12500', '1.25'), receive: { value: '12500', asset: 'iso4217:USD' } },
  'a fee in a third asset': quoteOf('12500', '1.25', { value: '1', asset: 'iso4217:USD' }),
  'a fee that takes it all': quoteOf('12500', '1.25', { value: '10000', asset: GBP }),
  nothing: quoteOf('0', '1.25'),
};

for (const [what, quote] of Object.entries(WRONG)) {
  test(`a quote of ${what} is no answer`, () => assert.equal(convertByQuote(asked, quote), undefined));
}
