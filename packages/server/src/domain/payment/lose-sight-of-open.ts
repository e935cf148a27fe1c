/**
 * What a restore from a backup makes of a payment: whatever was open is `unknown`, because it may have gone on in the time that was
 * lost. Also what had not been begun: the backup may be older than its beginning. Pure.
 */
import { type Moved, moveLeg } from './move.ts';
import type { LegStatus, Payment, PaymentLeg } from './payment.ts';

export function loseSightOfOpen(payment: Payment, at: Date): Moved {
  return payment.legs
    .filter(({ status }) => OPEN.has(status))
    .reduce<Moved>(
      (moved, leg) => {
        const next = moveLeg(moved.payment, leg.id, { to: 'unknown', work: workOf(payment, leg, at) }, at);
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

function workOf(payment: Payment, { work }: PaymentLeg, at: Date): Partial<PaymentLeg['work']> {
  const nowMs = at.getTime();
  return {
    restored: true,
    call: 'open',
    doubt: true,
    // Its key cannot have been used before the payment was there.
    begunMs: work.begunMs ?? payment.createdAt.getTime(),
    // A request that left just before may still travel.
    sentMs: nowMs,
    probes: 0,
    absences: 0,
    outages: 0,
    lookAtMs: nowMs,
  };
}
