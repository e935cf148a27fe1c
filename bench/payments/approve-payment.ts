import { setTimeout as sleep } from 'node:timers/promises';
import type { OutputOf } from '@switchyard/contract';
import type { Api, ApiAnswer } from '../../test/harness/api.ts';
import { walkPages } from '../../test/harness/walk-pages.ts';

export interface Accounts {
  /** Linked through the rail, in pounds. */
  readonly from: string;
  readonly to: string;
}

type Payment = OutputOf<'paymentIntents.get'>;

export const RAIL = 'truelayer';
const LOOKS_MAX = 30;
const RETURN_URI = 'https://shop.example/paid';

/** What a payer does: asks for quotes, pays along one, approves on the provider's pages and comes back. Answers the payment's id. */
export async function approvePayment(api: Api, { from, to }: Accounts, value: string): Promise<string> {
  const amount = { value, asset: 'iso4217:GBP' };
  const quoted = await api('/v1/route_quotes', { body: { from, to, amount } });
  const { quotes }: OutputOf<'routeQuotes.create'> = bodyOf(quoted, 200);
  const quote = quotes.find(({ legs }) => legs.every((leg) => leg.rail === RAIL));
  if (quote === undefined) throw new Error(`There is no quote over ${RAIL}: ${quoted.text}`);
  const created = await api('/v1/payment_intents', {
    body: { quote: quote.id, digest: quote.digest, returnUri: RETURN_URI },
  });
  const payment: Payment = bodyOf(created, 201);
  const { id } = payment;
  const { params } = await walkPages(await pageOf(api, payment), 'approve');
  bodyOf(await api(`/v1/payment_intents/${id}/advance`, { body: { returnParams: params } }), 200);
  return id;
}

/** Where the payer approves. When the provider is slow, the answer is to wait. */
async function pageOf(api: Api, payment: Payment): Promise<string> {
  let { action } = payment;
  for (let look = 0; action?.type === 'wait' && look < LOOKS_MAX; look += 1) {
    await sleep(action.pollAfterMs);
    const now: Payment = bodyOf(await api(`/v1/payment_intents/${payment.id}`), 200);
    action = now.action;
  }
  if (action?.type !== 'redirect') throw new Error(`There is nothing to approve: ${JSON.stringify(payment)}`);
  return action.url;
}

export function bodyOf(answer: ApiAnswer, status: number): ApiAnswer['body'] {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return answer.body;
}
