import { z } from 'zod';

/** The API's object ids: a prefix that says what it is, then base62. */
export const ID_PREFIXES = {
  customer: 'cus_',
  account: 'acct_',
  linkSession: 'lnk_',
  institution: 'ins_',
  routeQuote: 'qt_',
  paymentIntent: 'pi_',
  leg: 'leg_',
  event: 'evt_',
  connection: 'con_',
  routeDecision: 'dec_',
  outcome: 'out_',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

export function idPattern(kind: IdKind): string {
  return `^${ID_PREFIXES[kind]}[A-Za-z0-9]{8,64}$`;
}

export const CustomerId = idSchema('customer');
export const AccountId = idSchema('account');
export const LinkSessionId = idSchema('linkSession');
export const InstitutionId = idSchema('institution');
export const RouteQuoteId = idSchema('routeQuote');
export const PaymentIntentId = idSchema('paymentIntent');
export const LegId = idSchema('leg');
export const EventId = idSchema('event');
export const ConnectionId = idSchema('connection');
export const RouteDecisionId = idSchema('routeDecision');
export const OutcomeId = idSchema('outcome');

function idSchema(kind: IdKind): z.ZodString {
  return z.string().regex(new RegExp(idPattern(kind)));
}
