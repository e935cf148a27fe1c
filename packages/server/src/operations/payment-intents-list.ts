import { presentPage } from '../presenters/page.ts';
import { presentPayment } from '../presenters/payment-intent.ts';
import { listPayments } from '../store/payments.ts';
import type { Handler } from './operation.ts';

export const listPaymentIntentsPage: Handler<'paymentIntents.list'> = {
  kind: 'read',
  async run({ deps, keys }, { query }) {
    return presentPage(await listPayments(deps.db, keys, query), presentPayment);
  },
};
