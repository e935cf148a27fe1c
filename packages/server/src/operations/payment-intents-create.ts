import { fail } from '../domain/failure.ts';
import { checkQuote } from '../domain/payment/check-quote.ts';
import { presentPayment } from '../presenters/payment-intent.ts';
import { findPayableAccount } from '../store/accounts.ts';
import { findDataKey } from '../store/data-keys.ts';
import { findPaymentOfQuote } from '../store/payments.ts';
import { findQuote, lockQuote } from '../store/route-quotes.ts';
import { admitReturnUri } from '../workflows/admit-return-uri.ts';
import { beginPayment } from '../workflows/pay/begin-payment.ts';
import { checkReferenceOnRails } from '../workflows/pay/check-reference.ts';
import { hastenPayment } from '../workflows/pay/hasten-payment.ts';
import { recheckQuote } from '../workflows/pay/recheck-quote.ts';
import type { Handler } from './operation.ts';

/** Pays along the quote the user approved. Once the payment is written down the answer is 201, whatever a provider then says. */
export const createPaymentIntent: Handler<'paymentIntents.create'> = {
  kind: 'calling',
  async plan({ deps, call, keys }, { body }) {
    const { environment } = call;
    const returnable = await admitReturnUri(deps, environment, body.returnUri, undefined);
    if (!returnable.ok) return returnable;
    const known = await findQuote(deps.db, environment.id, body.quote);
    if (known === undefined) return fail('not_found', 'quote.not_found', { param: 'quote' });
    const [routed, payer, payee, carried] = await Promise.all([
      deps.engines.of(environment),
      findPayableAccount(deps.db, keys, known.quote.from),
      findPayableAccount(deps.db, keys, known.quote.to),
      checkReferenceOnRails(deps.workflows, environment.id, known.quote, body.reference),
    ]);
    if (payer === undefined || payee === undefined)
      return fail('not_found', 'account.not_found', { param: 'quote' });
    const ends = { from: payer, to: payee };
    const standing = await recheckQuote(deps.workflows, environment.id, routed, known, ends);
    return {
      ok: true,
      value: async (_work, tx) => {
        const quoted = await lockQuote(tx, body.quote);
        if (quoted === undefined) return fail('not_found', 'quote.not_found', { param: 'quote' });
        const usedBy = await findPaymentOfQuote(tx, body.quote);
        const { quote } = quoted;
        const { digest, reference } = body;
        const nowMs = call.now.getTime();
        const checked = checkQuote({
          quote,
          digest,
          reference,
          usedBy,
          standing,
          nowMs,
        });
        if (!checked.ok) return checked;
        if (!carried.ok) return carried;
        const dataKey = await findDataKey(tx, keys, payer.subjectId);
        if (dataKey === undefined) return fail('not_found', 'account.not_found', { param: 'quote' });
        const cause = { requestId: call.requestId, actor: 'api' } as const;
        const id = beginPayment(deps.workflows, tx, { keys, dataKey, payer, quoted, body, cause });
        return { ok: true, value: { resource: id, subject: { id: payer.subjectId, dataKey } } };
      },
    };
  },
  async proceed({ deps, call }, resource) {
    const cause = { requestId: call.requestId, actor: 'api' } as const;
    return presentPayment(await hastenPayment(deps.workflows, call.environment.id, resource, cause));
  },
};
