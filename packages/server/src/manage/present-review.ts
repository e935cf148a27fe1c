import type { ManageOutputOf } from '@switchyard/contract';
import { invariant } from '@switchyard/engine';
import type { DeepReadonly } from '../domain/deep-readonly.ts';
import type { Payment } from '../domain/payment/payment.ts';
import { presentLeg } from '../presenters/payment-intent.ts';
import type { LegInReview } from '../store/reviews.ts';

export function presentReview(
  { id, proposal }: LegInReview,
  payment: Payment,
): DeepReadonly<ManageOutputOf<'reviews.resolve'>> {
  const leg = payment.legs.find((one) => one.id === id);
  invariant(leg !== undefined, 'a leg in review belongs to its payment');
  const isOpen = leg.status === 'review';
  return {
    id,
    object: 'review',
    status: isOpen ? (proposal === undefined ? 'open' : 'proposed') : 'resolved',
    paymentIntent: payment.id,
    leg: presentLeg(payment, leg),
    ...(proposal === undefined
      ? {}
      : {
          proposal: {
            outcome: proposal.outcome,
            by: proposal.proposedBy,
            at: proposal.proposedAt.toISOString(),
          },
        }),
  };
}
