import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moveLeg } from './move.ts';
import type { Payment, PaymentLeg } from './payment.ts';

const AMOUNT = { value: '1250', asset: 'iso4217:GBP' };

/** Only what a move reads. */
function waiting(): Payment {
  const work = { key: 'k', state: 's', call: 'answered', probes: 0, absences: 0, outages: 0 } as const;
  const leg = { id: 'leg_1', sequence: 1, rail: 'bank', status: 'requires_action', receive: AMOUNT, work };
  const payment = { id: 'pi_1', status: 'requires_action', cancelRequested: false, send: AMOUNT };
  return { ...payment, legs: [leg as unknown as PaymentLeg] } as unknown as Payment;
}

test('a payment that goes through several statuses at once is told as it was in each', () => {
  const { payment, happenings } = moveLeg(waiting(), 'leg_1', { to: 'settled' }, new Date(0));
  assert.equal(payment.status, 'succeeded');
  const told = happenings.flatMap((happening) =>
    happening.kind === 'intent'
      ? [[happening.from, happening.payment.status, happening.payment.detail.key]]
      : [],
  );
  assert.deepEqual(told, [
    ['requires_action', 'processing', 'payment.submitted'],
    ['processing', 'succeeded', 'payment.succeeded'],
  ]);
});

test('a payment that fails has its failure from then on, and not before', () => {
  const patch = { to: 'failed', work: { refusal: 'bank_refused' } } as const;
  const { happenings } = moveLeg(waiting(), 'leg_1', patch, new Date(0));
  assert.deepEqual(
    happenings.map((happening) => happening.kind === 'intent' && happening.payment.failure?.code),
    [false, 'bank_refused'],
  );
});
