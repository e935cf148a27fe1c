import { fail } from '../domain/failure.ts';
import { loadPayment } from '../store/payments.ts';
import { approveProposal, findReview } from '../store/reviews.ts';
import { carryOutResolution } from './carry-out-resolution.ts';
import type { ManageHandler } from './operation.ts';
import { presentReview } from './present-review.ts';

export const approveReview: ManageHandler<'reviews.approve'> = {
  kind: 'write',
  async run(work, tx, { params, body }) {
    const { deps, caller, environment, now } = work;
    const keys = await deps.keyring.of(environment.id);
    const found = await findReview(tx, params.id);
    const loaded = found === undefined ? undefined : await loadPayment(tx, keys, found.paymentId);
    // Again under the lock, under which proposals are written too.
    const review = loaded === undefined ? undefined : await findReview(tx, params.id);
    if (review === undefined || loaded === undefined)
      return fail('not_found', 'review.not_found', { param: 'id' });
    const { proposal } = review;
    if (proposal === undefined) return fail('state_conflict', 'review.nothing_proposed', { param: 'id' });
    if (proposal.proposedBy === caller.id)
      return fail('state_conflict', 'review.own_proposal', { param: 'id' });
    if (proposal.outcome !== body.outcome)
      return fail('state_conflict', 'review.other_proposal', {
        param: 'outcome',
        vars: { outcome: proposal.outcome },
      });
    approveProposal(tx, review.id, caller.id, now);
    const payment = await carryOutResolution(work, tx, keys, loaded, review.id, proposal.outcome);
    const summary = { outcome: proposal.outcome, paymentIntent: payment.id, proposedBy: proposal.proposedBy };
    return {
      ok: true,
      value: { output: presentReview(review, payment), audit: { subject: review.id, summary } },
    };
  },
};
