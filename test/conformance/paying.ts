/** Accounts that can pay and be paid, and a payment from its quote to its end, for the topics about money. */
import assert from 'node:assert/strict';
import type { OutputOf } from '@switchyard/contract';
import type { Api } from '../harness/api.ts';
import { type PageDecision, walkPages } from '../harness/walk-pages.ts';
import type { Fields } from './checked-requests.ts';
import { expectSuccess } from './expect.ts';
import { createCustomer, OTHER_PAYTO, PAYTO, registerAccount } from './fixtures.ts';

export type Quote = OutputOf<'routeQuotes.create'>['quotes'][number];
export type Payment = OutputOf<'paymentIntents.get'>;
type Event = OutputOf<'events.list'>['data'][number];

export const RETURN_URI = 'https://shop.example/paid?basket=7';
export const USDC_BASE = 'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
const OWN_WALLET = 'payto://eth/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266@8453';
const OTHER_WALLET = 'payto://eth/0x70997970C51812dc3A010C7d01b50e0d17dc79C8@8453';

export const pounds = (value: string) => ({ value, asset: 'iso4217:GBP' });
export const euros = (value: string) => ({ value, asset: 'iso4217:EUR' });
export const usdc = (value: string) => ({ value, asset: USDC_BASE });

/** Made once, when the first test wants them. */
export interface Parties {
  readonly customer: string;
  /** Linked, in pounds and in euros. */
  readonly british: string;
  readonly german: string;
  /** Registered. */
  readonly britishPayee: string;
  readonly germanPayee: string;
  readonly wallet: string;
  readonly walletPayee: string;
}

export function partiesOf(api: Api): () => Promise<Parties> {
  let made: Promise<Parties> | undefined;
  return () => {
    made ??= makeParties(api);
    return made;
  };
}

async function makeParties(api: Api): Promise<Parties> {
  const { id: customer } = await createCustomer(api, { name: 'Ada Lovelace' });
  const register = async (payto: string) =>
    (await registerAccount(api, { payto, holderName: 'Grace Hopper' })).id;
  return {
    customer,
    british: await linkAccount(api, customer, 'GB', 'truelayer', 'monzo'),
    german: await linkAccount(api, customer, 'DE', 'berlin-group-xs2a', 'deutsche'),
    britishPayee: await register(OTHER_PAYTO),
    germanPayee: await register(PAYTO),
    wallet: await register(OWN_WALLET),
    walletPayee: await register(OTHER_WALLET),
  };
}

export async function linkAccount(
  api: Api,
  customer: string,
  country: string,
  rail: string,
  name: string,
): Promise<string> {
  const path = `/v1/institutions?country=${country}&limit=100&q=${name}`;
  const { data } = expectSuccess('institutions.list', await api(path));
  const institution = data.find(({ providers }) =>
    providers.some((one) => one.rail === rail && one.roles.includes('bank-link')),
  )?.id;
  const body = { customer, country, rail, institution, returnUri: RETURN_URI };
  const session = expectSuccess('linkSessions.create', await api('/v1/link_sessions', { body }));
  assert.equal(session.action?.type, 'redirect');
  const { params } = await walkPages(session.action.url, 'approve');
  let now = session;
  const advanced = await api(`/v1/link_sessions/${session.id}/advance`, { body: { returnParams: params } });
  now = expectSuccess('linkSessions.advance', advanced);
  for (let look = 0; now.status === 'processing' && look < LOOKS_MAX; look += 1) {
    await pause();
    now = expectSuccess('linkSessions.get', await api(`/v1/link_sessions/${session.id}`));
  }
  const [account] = now.accounts;
  assert.ok(account, JSON.stringify(now));
  return account;
}

export async function findQuotes(api: Api, body: Fields): Promise<OutputOf<'routeQuotes.create'>> {
  return expectSuccess('routeQuotes.create', await api('/v1/route_quotes', { body }));
}

/** The best of the quotes, or the best over a rail. */
export async function quoteFor(api: Api, body: Fields, rail?: string): Promise<Quote> {
  const { quotes, infeasible } = await findQuotes(api, body);
  const quote = quotes.find(({ legs }) => rail === undefined || legs.some((leg) => leg.rail === rail));
  assert.ok(quote, infeasible.map((one) => `${one.rail} ${one.code}`).join(', '));
  return quote;
}

export const create = (api: Api, { id, digest }: Quote, fields: Fields = {}) =>
  api('/v1/payment_intents', { body: { quote: id, digest, returnUri: RETURN_URI, ...fields } });

export async function begin(api: Api, quote: Quote, fields: Fields = {}): Promise<Payment> {
  return expectSuccess('paymentIntents.create', await create(api, quote, fields));
}

/** What the user brings back from the provider's pages. */
export async function decide(
  { action }: Payment,
  decision: PageDecision,
): Promise<Readonly<Record<string, string>>> {
  assert.equal(action?.type, 'redirect');
  return (await walkPages(action.url, decision)).params;
}

export const advance = (api: Api, { id }: Payment, body: Fields) =>
  api(`/v1/payment_intents/${id}/advance`, { body });

export const cancel = (api: Api, { id }: Payment) =>
  api(`/v1/payment_intents/${id}/cancel`, { method: 'POST' });

export async function lookAt(api: Api, { id }: Pick<Payment, 'id'>): Promise<Payment> {
  return expectSuccess('paymentIntents.get', await api(`/v1/payment_intents/${id}`));
}

const LOOKS_MAX = 300;
const pause = () => new Promise((resolve) => setTimeout(resolve, 100));

export async function until(
  api: Api,
  payment: Payment,
  isThere: (now: Payment) => boolean,
): Promise<Payment> {
  let now = await lookAt(api, payment);
  for (let look = 0; !isThere(now) && look < LOOKS_MAX; look += 1) {
    await pause();
    now = await lookAt(api, payment);
  }
  assert.ok(isThere(now), JSON.stringify(now));
  return now;
}

export const isOver = ({ status }: Payment) => ['succeeded', 'failed', 'cancelled'].includes(status);

/** From the quote to the end, as a user who decides so would go. */
export async function pay(
  api: Api,
  quote: Quote,
  decision: PageDecision,
  fields: Fields = {},
): Promise<Payment> {
  const payment = await begin(api, quote, fields);
  if (payment.action?.type === 'redirect') {
    const returnParams = await decide(payment, decision);
    expectSuccess('paymentIntents.advance', await advance(api, payment, { returnParams }));
  }
  return until(api, payment, isOver);
}

/** Every event about a payment or one of its legs, in order. */
export async function eventsOf(api: Api, payment: Payment): Promise<readonly Event[]> {
  const found: Event[] = [];
  let after = '';
  for (;;) {
    const page = expectSuccess('events.list', await api(`/v1/events?limit=100${after}`));
    for (const event of page.data) {
      const { object } = event.data;
      if (object.id === payment.id || ('paymentIntent' in object && object.paymentIntent === payment.id))
        found.push(event);
    }
    if (!page.hasMore) return found;
    after = `&after=${page.next}`;
  }
}
