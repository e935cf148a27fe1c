import type { RouteQuote, RouteQuotes } from '../schemas/route-quote.ts';
import { cheapest } from './explanations.ts';
import { digests, ids } from './ids.ts';

const EUR = 'iso4217:EUR';
const arrival = { p50: '2026-10-08T09:25:10Z', p95: '2026-10-08T09:26:40Z' };

export const routeQuote: RouteQuote = {
  id: ids.quote,
  object: 'route_quote',
  digest: digests.quote,
  from: ids.payerAccount,
  to: ids.payeeAccount,
  fixed: 'receive',
  send: { value: '25000', asset: EUR },
  receive: { value: '25000', asset: EUR },
  rank: 1,
  labels: ['cheapest', 'recommended'],
  legs: [
    {
      sequence: 1,
      kind: 'payment',
      rail: 'truelayer',
      connection: ids.connection,
      capability: 'banking.pis.single',
      scheme: 'iban',
      send: { value: '25000', asset: EUR },
      receive: { value: '25000', asset: EUR },
      fees: [],
      eta: arrival,
      custody: 'none',
      requiresAction: true,
    },
  ],
  fees: [],
  cost: { value: '25', asset: EUR },
  arrival,
  reliability: { successPpm: 962_000, samples: 1840, basis: 'institution' },
  custody: ['none'],
  returnPolicy: {
    mode: 'none',
    explanation: {
      key: 'return.single_leg',
      vars: {},
      message: 'With a single leg the money either arrives or never leaves.',
    },
  },
  referenceMax: 140,
  explanation: cheapest,
  snapshot: digests.snapshot,
  expiresAt: '2026-10-08T09:29:55.210Z',
  createdAt: '2026-10-08T09:24:55.210Z',
};

export const routeQuotes: RouteQuotes = {
  quotes: [routeQuote],
  infeasible: [
    {
      rail: 'gocardless',
      connection: ids.otherConnection,
      code: 'consent_missing',
      explanation: {
        key: 'route.consent_missing',
        vars: { rail: 'gocardless' },
        message: 'The payer has not linked this account through GoCardless.',
      },
      fix: {
        action: 'link_account',
        explanation: {
          key: 'fix.link_account',
          vars: { rail: 'gocardless' },
          message: 'Link the account through GoCardless to pay over it.',
        },
        params: { customer: ids.customer, rail: 'gocardless' },
      },
    },
  ],
  suggestion: null,
};
