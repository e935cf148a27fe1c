import { invariant } from '@switchyard/engine';
import type { Payment } from '../domain/payment/payment.ts';
import { presentPage } from '../presenters/page.ts';
import { findPayment } from '../store/payments.ts';
import { listReviews } from '../store/reviews.ts';
import type { ManageHandler } from './operation.ts';
import { presentReview } from './present-review.ts';

export const listReviewsPage: ManageHandler<'reviews.list'> = {
  kind: 'read',
  async run({ deps, environment }, { query }) {
    const page = await listReviews(deps.db, environment.id, query);
    const keys = await deps.keyring.of(environment.id);
    const payments = new Map<string, Payment>();
    for (const { paymentId } of page.ok ? page.rows : []) {
      const payment = await findPayment(deps.db, keys, paymentId);
      if (payment !== undefined) payments.set(paymentId, payment);
    }
    return presentPage(page, (review) => {
      const payment = payments.get(review.paymentId);
      invariant(payment !== undefined, 'a leg belongs to a payment');
      return presentReview(review, payment);
    });
  },
};
