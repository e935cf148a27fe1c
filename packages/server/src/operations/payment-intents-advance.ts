import { fail } from '../domain/failure.ts';
import { acceptPaymentReturn, textOf } from '../domain/payment/accept-return.ts';
import { presentPayment } from '../presenters/payment-intent.ts';
import { scheduleJob } from '../store/jobs.ts';
import { changePayment, loadPayment } from '../store/payments.ts';
import { hastenPayment } from '../workflows/pay/hasten-payment.ts';
import type { Handler } from './operation.ts';

/** Takes in what the user brought back from approving, and hastens the payment. What belongs to another leaves no trace. */
export const advancePaymentIntent: Handler<'paymentIntents.advance'> = {
  kind: 'calling',
  async plan({ call }, { params, body }) {
    return {
      ok: true,
      value: async ({ keys }, tx) => {
        // The job before the payment, as whoever drives it: two that take them in different orders wait for each other.
        scheduleJob(tx, 'payment.drive', params.id, call.now);
        const loaded = await loadPayment(tx, keys, params.id);
        if (loaded === undefined) return fail('not_found', 'payment_intent.not_found', { param: 'id' });
        const { payment, dataKey } = loaded;
        const accepted = acceptPaymentReturn(payment, body);
        if (!accepted.ok) return accepted;
        if (accepted.value !== undefined) {
          const { id } = accepted.value;
          const legs = payment.legs.map((leg) =>
            leg.id === id ? { ...leg, work: { ...leg.work, returned: body, heard: textOf(body) } } : leg,
          );
          await changePayment(tx, keys, dataKey, { ...payment, legs, updatedAt: call.now });
        }
        return {
          ok: true,
          value: {
            resource: payment.id,
            subject: { id: payment.customerId ?? payment.fromAccountId, dataKey },
          },
        };
      },
    };
  },
  async proceed({ deps, call }, resource) {
    const cause = { requestId: call.requestId, actor: 'api' } as const;
    return presentPayment(await hastenPayment(deps.workflows, call.environment.id, resource, cause));
  },
};
