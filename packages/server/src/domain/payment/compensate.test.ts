import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE_MS, sampleLeg, samplePayment } from '../../testing/sample-payment.ts';
import { compensate } from './compensate.ts';
import { moveLeg } from './move.ts';

const AT = new Date(SAMPLE_MS);

test('what the provider has cancelled ends a leg nobody knew of, by way of its having been submitted', () => {
  const payment = samplePayment([sampleLeg({ status: 'unknown' })], { cancelRequested: true });
  const moved = moveLeg(payment, 'leg_1', { to: 'cancelled' }, AT);
  const legs = moved.happenings.flatMap((happening) =>
    happening.kind === 'leg' ? [happening.leg.status] : [],
  );
  assert.deepEqual(legs, ['submitted', 'cancelled']);
  assert.equal(moved.payment.status, 'cancelled');
});

test('a payment of three legs fails when the money has come back from where the second left it', () => {
  const legs = [
    sampleLeg({ status: 'settled' }),
    sampleLeg({ id: 'leg_2', sequence: 2, status: 'settled' }),
    sampleLeg({ id: 'leg_3', sequence: 3, kind: 'payout', status: 'submitting' }),
  ];
  const made = () => ({ id: 'leg_4', key: 'key', state: 'state' });
  const refused = compensate(moveLeg(samplePayment(legs), 'leg_3', { to: 'failed' }, AT), made, AT);
  assert.equal(refused.payment.status, 'processing');
  assert.equal(refused.payment.legs.at(-1)?.compensationOf, 'leg_2');
  const begun = compensate(moveLeg(refused.payment, 'leg_4', { to: 'submitting' }, AT), made, AT);
  assert.equal(begun.payment.legs.length, 4, 'while it is on its way back nothing else is sent back');
  const back = compensate(moveLeg(begun.payment, 'leg_4', { to: 'settled' }, AT), made, AT);
  assert.equal(back.payment.status, 'failed');
  assert.equal(back.payment.legs.length, 4);
});

test('a payout that its provider cancelled brings the money back as a refused one does', () => {
  const legs = [
    sampleLeg({ status: 'settled' }),
    sampleLeg({ id: 'leg_2', sequence: 2, kind: 'payout', status: 'submitted' }),
  ];
  const made = () => ({ id: 'leg_3', key: 'key', state: 'state' });
  const { payment } = compensate(moveLeg(samplePayment(legs), 'leg_2', { to: 'cancelled' }, AT), made, AT);
  assert.deepEqual(
    payment.legs.map(({ status }) => status),
    ['returning', 'cancelled', 'pending'],
  );
});
