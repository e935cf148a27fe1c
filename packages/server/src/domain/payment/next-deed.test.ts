import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLE_FACTS, SAMPLE_MS, sampleLeg, samplePayment } from '../../testing/sample-payment.ts';
import { nextDeed } from './next-deed.ts';
import type { Payment } from './payment.ts';

const deed = (payment: Payment, facts = SAMPLE_FACTS, isAsked = false) =>
  nextDeed(payment, () => facts, SAMPLE_MS, isAsked).kind;
const TWO_STEP = { ...SAMPLE_FACTS, movesMoneyOn: 'resume' } as const;
const returned = { returnParams: { state: 'state' } };

test('a leg after one that has settled goes on though a cancel was asked for: the money has won', () => {
  const legs = [sampleLeg({ status: 'settled' }), sampleLeg({ id: 'leg_2', sequence: 2, kind: 'payout' })];
  assert.equal(deed(samplePayment(legs, { cancelRequested: true })), 'start');
  assert.equal(deed(samplePayment([sampleLeg()], { cancelRequested: true })), 'drop');
});

test('a two-step rail that was cancelled is not submitted, unless it may have been already', () => {
  const work = { call: 'answered', returned } as const;
  const asked = (call: 'answered' | 'open') =>
    samplePayment([sampleLeg({ status: 'requires_action', work: { ...work, call } })], {
      cancelRequested: true,
    });
  assert.equal(deed(asked('answered'), TWO_STEP), 'drop');
  assert.equal(deed(asked('open'), TWO_STEP), 'resume');
  assert.equal(deed(asked('open'), { ...TWO_STEP, idempotencyRetentionMs: undefined }), 'lose_sight');
});

test('the bank of a pay-in is asked in turns with where its money should arrive', () => {
  const awaitsCredit = {
    connectionId: 'con_2',
    payee: { payto: 'payto://iban/DE75512108001245126199', holderName: 'Transit' },
    reference: 'C1',
    sinceMs: SAMPLE_MS,
  };
  const looked = (probes: number) =>
    samplePayment([sampleLeg({ status: 'submitted', kind: 'pay-in', work: { probes, awaitsCredit } })]);
  assert.deepEqual(
    [0, 1, 2, 3].map((probes) => deed(looked(probes))),
    ['await_credit', 'query', 'await_credit', 'query'],
  );
});

test('bytes that were stored to be sent are sent again while nobody knows; an answered payment is only asked about', () => {
  const work = { call: 'open', memo: {}, begunMs: SAMPLE_MS } as const;
  assert.equal(
    deed(samplePayment([sampleLeg({ status: 'unknown', work: { ...work, prepared: {} } })])),
    'start',
  );
  assert.equal(deed(samplePayment([sampleLeg({ status: 'unknown', work })])), 'query');
});

test('news are looked into before the next look is due', () => {
  const later = samplePayment([sampleLeg({ status: 'submitted', work: { lookAtMs: SAMPLE_MS + 1 } })]);
  assert.equal(deed(later), 'rest');
  assert.equal(deed(later, SAMPLE_FACTS, true), 'query');
});

test('nothing is resent so late that the provider may have forgotten the key', () => {
  const { idempotencyRetentionMs = 0 } = SAMPLE_FACTS;
  const begun = (agoMs: number) =>
    samplePayment([sampleLeg({ status: 'submitting', work: { call: 'open', begunMs: SAMPLE_MS - agoMs } })]);
  assert.equal(deed(begun(1_000)), 'start');
  assert.equal(deed(begun(idempotencyRetentionMs - 1_000)), 'lose_sight');
});

test('a call that did not connect is made again though the rail knows no idempotency', () => {
  const facts = { ...SAMPLE_FACTS, idempotencyRetentionMs: undefined };
  const submitting = (call: 'none' | 'open') =>
    samplePayment([sampleLeg({ status: 'submitting', work: { call } })]);
  assert.equal(deed(submitting('none'), facts), 'start');
  assert.equal(deed(submitting('open'), facts), 'lose_sight');
});

test('a key is known for as long as its provider’s clock says, however far ours is ahead', () => {
  const { idempotencyRetentionMs = 0 } = SAMPLE_FACTS;
  const facts = { ...SAMPLE_FACTS, aheadMs: 2 * idempotencyRetentionMs };
  const begun = (agoMs: number) =>
    samplePayment([
      sampleLeg({
        status: 'submitting',
        work: { call: 'open', begunMs: SAMPLE_MS - facts.aheadMs - agoMs },
      }),
    ]);
  assert.equal(deed(begun(0), facts), 'start');
  assert.equal(deed(begun(idempotencyRetentionMs), facts), 'lose_sight');
});
