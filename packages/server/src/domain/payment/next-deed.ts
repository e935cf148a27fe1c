/**
 * What is to be done with a payment now. Pure, so that every crash, race and late answer can be tried out: whatever has been
 * committed says by itself what comes next.
 */
import type { PaymentFacts } from '@switchyard/rail-kit';
import type { Payment, PaymentLeg } from './payment.ts';
import { PROBES_MS } from './probes.ts';
import { hasLapsed } from './rate-lapsed.ts';
import { isFinalPayment } from './states.ts';
import { currentLeg } from './status-detail.ts';

export type LegFacts = Pick<PaymentFacts, 'idempotencyRetentionMs' | 'absenceHorizonMs' | 'movesMoneyOn'> & {
  readonly canCancel: boolean;
  /** How far our clock is ahead of the provider's, by which its retention and its horizon pass. */
  readonly aheadMs: number;
};

export type Deed =
  | { readonly kind: 'rest'; readonly untilMs?: number }
  /** The call that moves the money, or binds the user to it: written down before the first byte leaves. */
  | { readonly kind: 'start'; readonly leg: PaymentLeg }
  | { readonly kind: 'resume'; readonly leg: PaymentLeg }
  | { readonly kind: 'query'; readonly leg: PaymentLeg }
  | { readonly kind: 'cancel'; readonly leg: PaymentLeg }
  | { readonly kind: 'await_credit'; readonly leg: PaymentLeg }
  /** The rate that the leg was quoted at is not held any more. */
  | { readonly kind: 'lock_again'; readonly leg: PaymentLeg }
  /** No call: what happened is clear, or nobody can know it. */
  | { readonly kind: 'drop'; readonly leg: PaymentLeg }
  | { readonly kind: 'lose_sight'; readonly leg: PaymentLeg }
  | { readonly kind: 'give_to_operator'; readonly leg: PaymentLeg };

/** `isAsked`: somebody has news of it or waits for it, so it is looked at before its time. */
export function nextDeed(
  payment: Payment,
  factsOf: (leg: PaymentLeg) => LegFacts,
  nowMs: number,
  isAsked = false,
): Deed {
  const leg = currentLeg(payment.legs);
  if (leg === undefined || isFinalPayment(payment.status)) return { kind: 'rest' };
  // Nothing is begun after a leg of the route has been refused, but what brings the money back.
  const isStopped = payment.legs.some(({ status }) => status === 'failed' || status === 'cancelled');
  if (isStopped && leg.status === 'pending' && leg.compensationOf === undefined) return { kind: 'drop', leg };
  const { work } = leg;
  const facts = factsOf(leg);
  const isEarly = isBeforeItsTime(leg, nowMs);
  const isToWait = isEarly && !isAsked;
  const later: Deed = { kind: 'rest', ...(work.lookAtMs === undefined ? {} : { untilMs: work.lookAtMs }) };
  switch (leg.status) {
    case 'pending':
      // Once a leg has settled the money has won, and goes on.
      if (payment.cancelRequested && work.call === 'none' && leg.sequence === 1) return { kind: 'drop', leg };
      if (isEarly) return later;
      return work.restored === true ? { kind: 'lose_sight', leg } : begin(leg, facts, nowMs);
    case 'submitting':
      return isEarly ? later : begin(leg, facts, nowMs);
    case 'requires_action':
      if (facts.movesMoneyOn === 'resume') {
        const isBegun = work.call === 'open';
        // Nothing moves before the user is back, so who has cancelled is simply not submitted.
        if (payment.cancelRequested && !isBegun) return { kind: 'drop', leg };
        if (isBegun && !mayResend(leg, facts, nowMs)) return { kind: 'lose_sight', leg };
      }
      if (work.returned !== undefined && !isToWait) return { kind: 'resume', leg };
      if (payment.cancelRequested && facts.canCancel && work.cancelAsked !== true)
        return { kind: 'cancel', leg };
      return isToWait ? later : { kind: 'query', leg };
    case 'submitted':
      if (isToWait) return later;
      // Where the money is looked for in turns with how its bank says it stands: either may know more.
      return work.awaitsCredit !== undefined && work.probes % 2 === 0
        ? { kind: 'await_credit', leg }
        : { kind: 'query', leg };
    case 'unknown': {
      if (isToWait) return later;
      if (work.probes >= PROBES_MS.length) return { kind: 'give_to_operator', leg };
      // What has an answer is asked about; what has none is sent again, and so are bytes that were stored to be sent again.
      const isUnanswered = work.memo === undefined || work.prepared !== undefined;
      const isWanted = !isStopped || leg.compensationOf !== undefined;
      // After a restore its provider has proved that it was never sent.
      if (work.call === 'none' && isWanted && !isEarly) return begin(leg, facts, nowMs);
      return !isEarly && isUnanswered && isWanted && mayResend(leg, facts, nowMs)
        ? { kind: 'start', leg }
        : { kind: 'query', leg };
    }
    default:
      return { kind: 'rest' };
  }
}

function begin(leg: PaymentLeg, facts: LegFacts, nowMs: number): Deed {
  if (leg.work.call === 'none') return { kind: hasLapsed(leg, nowMs) ? 'lock_again' : 'start', leg };
  return { kind: mayResend(leg, facts, nowMs) ? 'start' : 'lose_sight', leg };
}

export function isBeforeItsTime({ work }: PaymentLeg, nowMs: number): boolean {
  return work.lookAtMs !== undefined && work.lookAtMs > nowMs;
}

/** A request travels for a while, and clocks differ: the last resend leaves well before the provider forgets the key. */
const RETENTION_MARGIN_MS = 10 * 60_000;

/**
 * Only under the same key, and only while the provider is sure to know it again. Not after its rate has lapsed: should the first
 * request not have arrived, this one could be carried out at another.
 */
function mayResend(leg: PaymentLeg, facts: LegFacts, nowMs: number): boolean {
  const { idempotencyRetentionMs, aheadMs } = facts;
  const { work } = leg;
  if (idempotencyRetentionMs === undefined) return false;
  if (hasLapsed(leg, nowMs)) return false;
  // After a restore only what cannot move money by being sent: a page to approve on, or bytes that a chain takes once.
  const movesMoney = !leg.requiresAction && work.prepared === undefined;
  if (work.restored === true && movesMoney) return false;
  const providerMs = nowMs - aheadMs;
  return providerMs - (work.begunMs ?? providerMs) < idempotencyRetentionMs - RETENTION_MARGIN_MS;
}
