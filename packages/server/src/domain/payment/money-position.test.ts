import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moneyPosition } from './money-position.ts';
import type { LegStatus, Payment, PaymentLeg } from './payment.ts';

const POUNDS = { value: '4333', asset: 'iso4217:GBP' };
const EUROS = { value: '5000', asset: 'iso4217:EUR' };

/** Only what the function reads. */
function leg(fields: Partial<PaymentLeg>): PaymentLeg {
  return {
    send: POUNDS,
    receive: POUNDS,
    rail: 'bank',
    custody: 'payer-own-account',
    ...fields,
  } as PaymentLeg;
}

function holders(payIn: LegStatus, payout: LegStatus, back?: LegStatus): readonly string[] {
  const legs = [
    leg({ id: 'one', sequence: 1, status: payIn }),
    leg({
      id: 'two',
      sequence: 2,
      status: payout,
      rail: 'transit',
      custody: 'provider-for-user',
      receive: EUROS,
    }),
    ...(back === undefined ? [] : [leg({ id: 'back', sequence: 3, status: back, compensationOf: 'one' })]),
  ];
  return moneyPosition({ legs, send: POUNDS } as unknown as Payment).map(
    ({ holder, asset }) => `${holder} ${asset}`,
  );
}

for (const [payIn, payout, back, holder] of [
  ['pending', 'pending', undefined, 'payer iso4217:GBP'],
  ['submitted', 'pending', undefined, 'payer iso4217:GBP'],
  ['settled', 'pending', undefined, 'transit iso4217:GBP'],
  ['settled', 'unknown', undefined, 'transit iso4217:GBP'],
  ['settled', 'settled', undefined, 'payee iso4217:EUR'],
  ['settled', 'returned', undefined, 'transit iso4217:GBP'],
  ['returning', 'failed', 'submitted', 'transit iso4217:GBP'],
  ['review', 'failed', 'failed', 'transit iso4217:GBP'],
  ['review', 'pending', undefined, 'payer iso4217:GBP'],
  ['returned', 'failed', 'settled', 'payer iso4217:GBP'],
  ['failed', 'cancelled', undefined, 'payer iso4217:GBP'],
] as const) {
  const way = [payIn, payout, ...(back === undefined ? [] : [`${back} back`])].join(', ');
  test(`with legs ${way} the money is with: ${holder}`, () => {
    assert.deepEqual(holders(payIn, payout, back), [holder]);
  });
}

test('money that comes back over two balances is with the payer, as much as came back', () => {
  const legs = [
    leg({ id: 'one', sequence: 1, status: 'settled' }),
    leg({ id: 'two', sequence: 2, status: 'returned', rail: 'transit', receive: EUROS }),
    leg({ id: 'three', sequence: 3, status: 'failed', rail: 'other' }),
    leg({ id: 'back', sequence: 4, status: 'settled', compensationOf: 'two', receive: EUROS }),
  ];
  assert.deepEqual(moneyPosition({ legs, send: POUNDS } as unknown as Payment), [
    { holder: 'payer', custody: 'payer-own-account', ...EUROS },
  ]);
});
