import { fail } from '../domain/failure.ts';
import { loadPayment } from '../store/payments.ts';
import { findReview, putProposal } from '../store/reviews.ts';
import { carryOutResolution } from './carry-out-resolution.ts';
import type { ManageHandler } from './operation.ts';
import { presentReview } from './present-review.ts';

/** In live two people have to agree; the second one approves. */
export const resolveReview: ManageHandler<'reviews.resolve'> = {
  kind: 'write',
  async run(work, tx, { params, body }) {
    const { deps, caller, environment, now } = work;
    const keys = await deps.keyring.of(environment.id);
    const review = await findReview(tx, params.id);
    const loaded = review === undefined ? undefined : await loadPayment(tx, keys, review.paymentId);
    const leg = loaded?.payment.legs.find(({ id }) => id === params.id);
    // Looked at again under the lock: somebody may have been quicker.
    if (review === undefined || loaded === undefined || leg?.status !== 'review')
      return fail('not_found', 'review.not_found', { param: 'id' });
    const { outcome, evidence } = body;
    const proposal = { outcome, proposedBy: caller.id, proposedAt: now };
    const isLive = environment.mode === 'live';
    putProposal(tx, loaded.dataKey, leg.id, proposal, {
      evidence,
      ...(isLive ? {} : { approvedBy: caller.id }),
    });
    const payment = isLive
      ? loaded.payment
      : await carryOutResolution(work, tx, keys, loaded, leg.id, outcome);
    const summary = { outcome, paymentIntent: payment.id, carriedOut: !isLive };
    return {
      ok: true,
      value: {
        output: presentReview({ ...review, proposal }, payment),
        audit: { subject: leg.id, summary },
      },
    };
  },
};
