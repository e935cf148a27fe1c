import type { Explained, Payment } from './payment.ts';
import { isFinalPayment } from './states.ts';
import { currentLeg } from './status-detail.ts';

/** Whether cancelling would be accepted at this moment. A leg that has been submitted is the provider's. */
export function cancellable(payment: Payment): { readonly now: boolean; readonly explanation: Explained } {
  if (isFinalPayment(payment.status)) return { now: false, explanation: { key: 'cancel.ended', vars: {} } };
  if (payment.cancelRequested) return { now: true, explanation: { key: 'cancel.requested', vars: {} } };
  const leg = currentLeg(payment.legs);
  const isFirst = leg !== undefined && leg.compensationOf === undefined && leg.sequence === 1;
  const isUnsubmitted = leg?.status === 'pending' || leg?.status === 'requires_action';
  return isFirst && isUnsubmitted
    ? { now: true, explanation: { key: 'cancel.possible', vars: {} } }
    : { now: false, explanation: { key: 'cancel.too_late', vars: {} } };
}
