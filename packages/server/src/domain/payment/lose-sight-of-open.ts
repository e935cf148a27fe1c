/**
 * What a restore from a backup makes of a payment: whatever was open is `unknown`, because it may have gone on in the time that was
 * lost. Also what had not been begun: the backup may be older than its beginning. Pure.
 */
import { type Moved, moveLeg } from './move.ts';
import type { LegStatus, Payment, PaymentLeg } from './payment.ts';

/** `at` is by the environment's clock, which is so far ahead of the provider's. */
export function loseSightOfOpen(payment: Payment, at: Date, aheadMs: number): Moved {
  return payment.legs
    .filter(({ status }) => OPEN.has(status))
    .reduce<Moved>(
      (moved, leg) => {
        const next = moveLeg(
          moved.payment,
          leg.id,
          { to: 'unknown', work: workOf(payment, leg, at, aheadMs) },
          at,
        );
        return { payment: next.payment, happenings: [...moved.happenings, ...next.happenings] };
      },
      { payment, happenings: [] },
    );
}

const OPEN: ReadonlySet<LegStatus> = new Set([
  'pending',
  'requires_action',
  'submitting',
  'submitted',
  'unknown',
]);

function workOf(
  payment: Payment,
  { work }: PaymentLeg,
  at: Date,
  aheadMs: number,
): Partial<PaymentLeg['work']> {
  const nowMs = at.getTime();
  return {
    restored: true,
    call: 'open',
    doubt: true,
    // Its key cannot have been used before the payment was there; then the clock was at most as far ahead as it is now.
    begunMs: work.begunMs ?? payment.createdAt.getTime() - aheadMs,
    // A request that left just before may still travel.
    sentMs: nowMs - aheadMs,
    probes: 0,
    absences: 0,
    outages: 0,
    lookAtMs: nowMs,
  };
}
