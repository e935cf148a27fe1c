import { fail } from '../domain/failure.ts';
import { cancellable } from '../domain/payment/cancellable.ts';
import { settleIntent } from '../domain/payment/move.ts';
import { presentPayment } from '../presenters/payment-intent.ts';
import { scheduleJob } from '../store/jobs.ts';
import { changePayment, loadPayment } from '../store/payments.ts';
import { tellOf } from '../workflows/pay/drive-payment.ts';
import { hastenPayment } from '../workflows/pay/hasten-payment.ts';
import type { Handler } from './operation.ts';

/** Asks a payment to stop. Until the provider confirms it goes on `processing`, and the money may still win. */
export const cancelPaymentIntent: Handler<'paymentIntents.cancel'> = {
  kind: 'calling',
  async plan({ deps, call }, { params }) {
    return {
      ok: true,
      value: async ({ keys }, tx) => {
        // The job before the payment, as whoever drives it: two that take them in different orders wait for each other.
        scheduleJob(tx, 'payment.drive', params.id, call.now);
        const loaded = await loadPayment(tx, keys, params.id);
        if (loaded === undefined) return fail('not_found', 'payment_intent.not_found', { param: 'id' });
        const { payment, dataKey } = loaded;
        const begun = {
          resource: payment.id,
          subject: { id: payment.customerId ?? payment.fromAccountId, dataKey },
        };
        if (payment.status === 'cancelled') return { ok: true, value: begun };
        const { now, explanation } = cancellable(payment);
        if (!now) return fail('state_conflict', explanation.key, {});
        if (!payment.cancelRequested) {
          const cause = { requestId: call.requestId, actor: 'api' } as const;
          const asked = settleIntent({ ...payment, cancelRequested: true, updatedAt: call.now });
          await changePayment(tx, keys, dataKey, asked.payment);
          tellOf({ deps: deps.workflows, cause }, tx, asked, call.now);
        }
        return { ok: true, value: begun };
      },
    };
  },
  async proceed({ deps, call }, resource) {
    const cause = { requestId: call.requestId, actor: 'api' } as const;
    return presentPayment(await hastenPayment(deps.workflows, call.environment.id, resource, cause));
  },
};
