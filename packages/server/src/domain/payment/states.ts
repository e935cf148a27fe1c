/**
 * A leg waits (`pending`) until the money it needs is where it needs it. A rail whose user must approve goes to
 * `requires_action` when the provider has answered with a page to visit; a rail that moves money by itself is `submitting` from
 * the moment before we call it. `submitted`: the provider has it and will tell. `settled`: the money is there. `unknown`: the
 * provider did not say, and we are finding out; no timer makes that a failure. After the last probe an operator looks
 * (`review`). A settled leg whose money comes back is `returning`, then `returned`.
 *
 * An intent starts `processing` and is `requires_action` while a leg of it is. `succeeded` is reached only from
 * `processing`; it, `failed` and `cancelled` are final.
 */
import type { LegStatus, PaymentIntentStatus } from '@switchyard/contract';

export const LEG_TRANSITIONS: Readonly<Record<LegStatus, readonly LegStatus[]>> = {
  pending: ['requires_action', 'submitting', 'cancelled'],
  requires_action: ['submitting', 'submitted', 'settled', 'failed', 'cancelled', 'unknown'],
  submitting: ['submitted', 'settled', 'failed', 'unknown'],
  submitted: ['settled', 'failed', 'cancelled', 'unknown'],
  unknown: ['submitted', 'settled', 'failed', 'review'],
  review: ['settled', 'failed', 'returning'],
  settled: ['returning', 'returned'],
  returning: ['returned', 'review'],
  returned: [],
  failed: [],
  cancelled: [],
};

export const PAYMENT_TRANSITIONS: Readonly<Record<PaymentIntentStatus, readonly PaymentIntentStatus[]>> = {
  requires_action: ['processing', 'failed', 'cancelled'],
  processing: ['requires_action', 'succeeded', 'failed', 'cancelled'],
  succeeded: [],
  failed: [],
  cancelled: [],
};

export function isFinalPayment(status: PaymentIntentStatus): boolean {
  return PAYMENT_TRANSITIONS[status].length === 0;
}

/** Something may still happen to its money without anything more from us: it has been begun, and neither is it there nor over. */
export const UNRESOLVED: ReadonlySet<LegStatus> = new Set(
  // The names are those of the table.
  (Object.keys(LEG_TRANSITIONS) as LegStatus[]).filter(
    (status) => status !== 'pending' && status !== 'settled' && LEG_TRANSITIONS[status].length > 0,
  ),
);
