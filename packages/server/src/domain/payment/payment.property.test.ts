import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Absent, PaymentStep } from '@switchyard/rail-kit';
import fc from 'fast-check';
import { SAMPLE_MS, sampleLeg, samplePayment } from '../../testing/sample-payment.ts';
import { compensate } from './compensate.ts';
import { moveLeg } from './move.ts';
import { type LegFacts, nextDeed } from './next-deed.ts';
import type { Payment, PaymentLeg } from './payment.ts';
import { isFinalPayment, LEG_TRANSITIONS, PAYMENT_TRANSITIONS, UNRESOLVED } from './states.ts';
import { currentLeg } from './status-detail.ts';
import { type Call, loseSight, takeAnswer } from './take-answer.ts';

const answers: fc.Arbitrary<PaymentStep | Absent> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'absent' } as const) },
  fc.constantFrom('unavailable', 'rejected', 'misconfigured', 'unknown_outcome').map((kind) => ({ kind })),
  fc
    .constantFrom('user_declined', 'cancelled', 'bank_refused')
    .map((code) => ({ kind: 'refused', code }) as const),
  fc.constant({ kind: 'processing', memo: {}, pollAfterMs: 1 } as const),
  fc.constant({ kind: 'done', result: { ref: 'r', providerStatus: 's', memo: {} } } as const),
  fc.constant({ kind: 'requires_action', action: { type: 'wait', pollAfterMs: 1 }, memo: {} } as const),
);

const facts: fc.Arbitrary<LegFacts> = fc.record({
  idempotencyRetentionMs: fc.constantFrom(undefined, 24 * 60 * 60_000),
  absenceHorizonMs: fc.constantFrom(undefined, 10 * 60_000),
  movesMoneyOn: fc.constantFrom('start', 'resume'),
  canCancel: fc.boolean(),
  aheadMs: fc.constant(0),
});

const SELDOM = fc.integer({ min: 0, max: 9 }).map((one) => one === 9);

const steps = fc.array(
  fc.record({
    answer: answers,
    waitMs: fc.integer({ min: 0, max: 86_400_000 }),
    // Whether somebody moves the clock of its test environment to when it is looked at next.
    moves: fc.boolean(),
    cancels: SELDOM,
    dies: fc.boolean(),
  }),
  { maxLength: 40, size: 'max' },
);

test('whatever is answered, states move along their tables, final ones stay, and no call is repeated blindly', () => {
  fc.assert(
    fc.property(
      facts,
      fc.boolean(),
      fc.constantFrom(1, 10_000),
      steps,
      (stated, requiresAction, pace, told) => {
        let payment = samplePayment([
          sampleLeg({ requiresAction }),
          sampleLeg({ id: 'leg_2', sequence: 2, kind: 'payout', requiresAction: false }),
        ]);
        let nowMs = SAMPLE_MS;
        let aheadMs = 0;
        for (const { answer, waitMs, moves, cancels, dies } of told) {
          nowMs += Math.floor(waitMs / pace);
          const known = { ...stated, aheadMs };
          if (cancels && currentLeg(payment.legs)?.sequence === 1)
            payment = { ...payment, cancelRequested: true };
          const deed = nextDeed(payment, () => known, nowMs);
          if (deed.kind === 'rest') {
            const untilMs = deed.untilMs ?? nowMs;
            if (moves) aheadMs += untilMs - nowMs;
            nowMs = untilMs;
            continue;
          }
          assert.equal(deed.leg, currentLeg(payment.legs));
          assert(!isFinalPayment(payment.status));
          if (deed.kind === 'start') checkStart(deed.leg, known, nowMs - aheadMs);
          if (deed.kind === 'query' && answer.kind === 'absent')
            checkAbsence(deed.leg, known, nowMs, nowMs - aheadMs);
          payment = perform(payment, deed.kind, deed.leg, dies ? undefined : answer, known, nowMs);
        }
      },
    ),
    { numRuns: 3_000 },
  );
});

/** By the real time, which is what providers have. */
function checkStart({ work }: PaymentLeg, { idempotencyRetentionMs }: LegFacts, realMs: number): void {
  if (work.call !== 'open') return;
  assert(idempotencyRetentionMs !== undefined, 'a rail without idempotency is never told twice');
  assert(
    realMs - (work.begunMs ?? realMs) < idempotencyRetentionMs,
    'a key is not used after it is forgotten',
  );
}

function checkAbsence(leg: PaymentLeg, known: LegFacts, nowMs: number, realMs: number): void {
  if (takeAnswer(leg, 'query', { kind: 'absent' }, known, nowMs).to !== 'failed') return;
  assert(known.absenceHorizonMs !== undefined, 'who cannot prove absence ends nothing by it');
  assert(realMs - (leg.work.sentMs ?? realMs) >= known.absenceHorizonMs, 'a request may still arrive');
}

/** Without an answer the process died after it had begun. */
function perform(
  payment: Payment,
  kind: string,
  leg: PaymentLeg,
  answer: PaymentStep | Absent | undefined,
  known: LegFacts,
  nowMs: number,
): Payment {
  if (kind === 'drop') return move(payment, leg.id, { to: 'cancelled' }, nowMs);
  if (kind === 'lose_sight') return move(payment, leg.id, loseSight(nowMs), nowMs);
  if (kind === 'give_to_operator') return move(payment, leg.id, { to: 'review' }, nowMs);
  const isMoney = kind === 'start' || kind === 'resume';
  const doubt = leg.work.call === 'open' ? { doubt: true } : {};
  const realMs = nowMs - known.aheadMs;
  const begun = isMoney
    ? move(
        payment,
        leg.id,
        {
          ...(kind === 'start' && !leg.requiresAction && leg.status === 'pending'
            ? { to: 'submitting' as const }
            : {}),
          work: { call: 'open', begunMs: leg.work.begunMs ?? realMs, sentMs: realMs, ...doubt },
        },
        nowMs,
      )
    : payment;
  if (answer === undefined) return begun;
  const fresh = begun.legs.find(({ id }) => id === leg.id);
  assert(fresh !== undefined);
  return move(begun, leg.id, takeAnswer(fresh, kind as Call, answer, known, nowMs), nowMs);
}

function move(payment: Payment, legId: string, patch: Parameters<typeof moveLeg>[2], nowMs: number): Payment {
  const at = new Date(nowMs);
  const made = () => ({ id: `leg_${payment.legs.length + 1}`, key: 'key', state: 'state' });
  const moved = compensate(moveLeg(payment, legId, patch, at), made, at);
  for (const happening of moved.happenings) {
    if (happening.kind === 'leg') assert(LEG_TRANSITIONS[happening.from].includes(happening.leg.status));
    else assert(PAYMENT_TRANSITIONS[happening.from].includes(happening.status));
  }
  const isChanged = moved.payment.status !== payment.status;
  if (isFinalPayment(payment.status)) assert(!isChanged);
  if (isFinalPayment(moved.payment.status)) checkFinal(moved.payment);
  return moved.payment;
}

function checkFinal({ status, legs }: Payment): void {
  assert(!legs.some((leg) => UNRESOLVED.has(leg.status)));
  const own = legs.filter(({ compensationOf }) => compensationOf === undefined);
  if (status === 'succeeded') assert(own.every((leg) => leg.status === 'settled'));
  else assert(!own.some((leg) => leg.status === 'settled'));
}
