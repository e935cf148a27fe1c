import type { OutputOf } from '@switchyard/contract';
import type { Api, ApiAnswer } from '../../test/harness/api.ts';
import { walkPages } from '../../test/harness/walk-pages.ts';

export interface Accounts {
  /** Linked through the rail, in pounds. */
  readonly from: string;
  readonly to: string;
}

export const RAIL = 'truelayer';
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
  const { id, action }: OutputOf<'paymentIntents.create'> = bodyOf(created, 201);
  if (action?.type !== 'redirect') throw new Error(`There is nothing to approve: ${created.text}`);
  const { params } = await walkPages(action.url, 'approve');
  bodyOf(await api(`/v1/payment_intents/${id}/advance`, { body: { returnParams: params } }), 200);
  return id;
}

export function bodyOf(answer: ApiAnswer, status: number): ApiAnswer['body'] {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`);
  return answer.body;
}
