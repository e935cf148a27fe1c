import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleLeg, samplePayment } from '../../testing/sample-payment.ts';
import { receivingLeg } from './receiving-leg.ts';

const legs = [
  sampleLeg({ id: 'leg_1', sequence: 1, kind: 'pay-in' }),
  sampleLeg({ id: 'leg_2', sequence: 2, kind: 'payout' }),
  sampleLeg({ id: 'leg_3', sequence: 3, kind: 'payout' }),
  sampleLeg({ id: 'leg_4', sequence: 4, kind: 'payout', compensationOf: 'leg_2' }),
];

for (const [id, taker] of [
  ['leg_1', 'leg_2'],
  ['leg_2', 'leg_3'],
  ['leg_3', undefined],
  ['leg_4', undefined],
] as const) {
  test(`what ${id} moves is taken on by ${taker ?? 'no other leg'}`, () => {
    const leg = legs.find((one) => one.id === id) ?? sampleLeg();
    assert.equal(receivingLeg(samplePayment(legs), leg)?.id, taker);
  });
}

test('a conversion leaves the money on its balance', () => {
  const route = [sampleLeg({ kind: 'fx' }), sampleLeg({ id: 'leg_2', sequence: 2, kind: 'payout' })];
  assert.equal(receivingLeg(samplePayment(route), route[0] ?? sampleLeg()), undefined);
});
