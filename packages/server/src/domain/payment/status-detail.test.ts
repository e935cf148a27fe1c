import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE_MS, sampleLeg, samplePayment } from '../../testing/sample-payment.ts';
import { detailOf } from './status-detail.ts';

test('money that has left the bank is awaited by the rail that holds the balance', () => {
  const awaitsCredit = {
    connectionId: 'con_2',
    payee: { payto: 'payto://iban/DE75512108001245126199', holderName: 'Transit' },
    reference: 'C1',
    sinceMs: SAMPLE_MS,
  };
  const legs = [
    sampleLeg({ kind: 'pay-in', rail: 'bank', status: 'submitted', work: { awaitsCredit } }),
    sampleLeg({ id: 'leg_2', sequence: 2, kind: 'payout', rail: 'transit' }),
  ];
  assert.deepEqual(detailOf(samplePayment(legs)), {
    key: 'payment.awaiting_credit',
    vars: { rail: 'transit' },
  });
});
