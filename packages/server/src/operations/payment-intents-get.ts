import { fail } from '../domain/failure.ts';
import { presentPayment } from '../presenters/payment-intent.ts';
import { findPayment } from '../store/payments.ts';
import type { Handler } from './operation.ts';

export const getPaymentIntent: Handler<'paymentIntents.get'> = {
  kind: 'read',
  async run({ deps, keys }, { params }) {
    const payment = await findPayment(deps.db, keys, params.id);
    if (payment === undefined) return fail('not_found', 'payment_intent.not_found', { param: 'id' });
    return { ok: true, value: presentPayment(payment) };
  },
};
