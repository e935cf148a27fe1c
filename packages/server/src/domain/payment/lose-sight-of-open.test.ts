import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE_FACTS, SAMPLE_MS, sampleLeg, samplePayment } from '../../testing/sample-payment.ts';
import { loseSightOfOpen } from './lose-sight-of-open.ts';
import { moveLeg } from './move.ts';
import { nextDeed } from './next-deed.ts';
import type { Payment, PaymentLeg } from './payment.ts';
import { takeAnswer } from './take-answer.ts';

const HOUR_MS = 60 * 60_000;
const RESTORED = new Date(SAMPLE_MS + HOUR_MS);
const NOW_MS = RESTORED.getTime();

const restored = (...legs: readonly PaymentLeg[]) =>
  loseSightOfOpen(samplePayment(legs), RESTORED, 0).payment;
const deedOf = (payment: Payment, nowMs = NOW_MS, facts = SAMPLE_FACTS) =>
  nextDeed(payment, () => facts, nowMs);
const payout = (told: Parameters<typeof sampleLeg>[0] = {}) =>
  sampleLeg({ kind: 'payout', requiresAction: false, ...told });
const absentAt = (payment: Payment, legId: string, nowMs: number): Payment => {
  const leg = payment.legs.find(({ id }) => id === legId);
  assert.ok(leg);
  const patch = takeAnswer(leg, 'query', { kind: 'absent' }, SAMPLE_FACTS, nowMs);
  return moveLeg(payment, legId, patch, new Date(nowMs)).payment;
};
const dueMs = (payment: Payment, index: number) => payment.legs[index]?.work.lookAtMs ?? Number.NaN;

/** Asked until it has been said twice, long enough after the restore. */
function provedAbsent(payment: Payment, index: number): Payment {
  let now = payment;
  for (let looks = 0; looks < 20; looks += 1) {
    const leg = now.legs[index];
    if (leg === undefined || leg.status !== 'unknown' || leg.work.restored === undefined) return now;
    now = absentAt(now, leg.id, dueMs(now, index));
  }
  return now;
}

test('whatever is open is unknown afterwards, begun or not, and what has ended stays', () => {
  const statuses = ['pending', 'requires_action', 'submitting', 'submitted', 'unknown'] as const;
  for (const status of statuses) {
    const { payment, happenings } = loseSightOfOpen(samplePayment([sampleLeg({ status })]), RESTORED, 0);
    assert.equal(payment.legs[0]?.status, 'unknown', status);
    assert.equal(payment.status, 'processing');
    assert.equal(happenings.filter(({ kind }) => kind === 'leg').length > 0, status !== 'unknown');
  }
  for (const status of ['settled', 'failed', 'review', 'returned'] as const)
    assert.equal(restored(sampleLeg({ status })).legs[0]?.status, status);
});

test('what moves money by being sent is asked about and not sent, though it had not been begun', () => {
  assert.equal(deedOf(samplePayment([payout()])).kind, 'start');
  assert.equal(deedOf(restored(payout())).kind, 'query');
  const onChain = payout({ kind: 'on-chain' });
  const forEver = { ...SAMPLE_FACTS, idempotencyRetentionMs: Number.MAX_SAFE_INTEGER };
  assert.equal(deedOf(restored(onChain), NOW_MS, forEver).kind, 'query');
});

test('bytes that were stored, and a page that is approved on, may be asked for again under the same key', () => {
  const signed = payout({ kind: 'on-chain', work: { prepared: {}, memo: {} } });
  assert.equal(deedOf(restored(signed)).kind, 'start');
  assert.equal(deedOf(restored(sampleLeg())).kind, 'start');
});

test('a page under a key that the provider may have forgotten is not made anew', () => {
  const late = NOW_MS + 24 * HOUR_MS;
  const payment = restored(sampleLeg());
  assert.equal(deedOf(payment, late).kind, 'query');
});

test('a first leg of which the provider knows nothing has failed; nothing is begun anew', () => {
  const payment = provedAbsent(restored(payout()), 0);
  assert.equal(payment.legs[0]?.status, 'failed');
  assert.equal(payment.status, 'failed');
});

test('a later leg of which the provider knows nothing is sent, because money waits for it', () => {
  const settled = sampleLeg({ status: 'settled' });
  const payment = provedAbsent(restored(settled, payout({ id: 'leg_2', sequence: 2 })), 1);
  assert.equal(payment.legs[1]?.status, 'unknown');
  assert.deepEqual(deedOf(payment, dueMs(payment, 1)).kind, 'start');
});

test('a later leg is never sent when the one before it has failed', () => {
  const both = restored(payout(), payout({ id: 'leg_2', sequence: 2 }));
  let payment = provedAbsent(both, 0);
  assert.equal(payment.legs[0]?.status, 'failed');
  payment = provedAbsent(payment, 1);
  assert.equal(deedOf(payment, dueMs(payment, 1)).kind, 'query');
  for (let looks = 0; looks < 20 && payment.legs[1]?.status === 'unknown'; looks += 1)
    payment = absentAt(payment, 'leg_2', dueMs(payment, 1));
  assert.deepEqual([payment.legs[1]?.status, payment.status], ['failed', 'failed']);
});

test('that a provider cannot find what its user may have approved proves nothing', () => {
  let payment = restored(sampleLeg({ status: 'requires_action' }));
  for (let looks = 0; looks < 10; looks += 1) payment = absentAt(payment, 'leg_1', dueMs(payment, 0));
  assert.equal(payment.legs[0]?.status, 'unknown');
});

test('what a provider counts from is the real time, also where the clock is ahead', () => {
  const aheadMs = 7 * 24 * HOUR_MS;
  const { legs } = loseSightOfOpen(samplePayment([payout()]), RESTORED, aheadMs).payment;
  const { begunMs, sentMs, lookAtMs } = legs[0]?.work ?? {};
  assert.deepEqual([begunMs, sentMs, lookAtMs], [SAMPLE_MS - aheadMs, NOW_MS - aheadMs, NOW_MS]);
});
