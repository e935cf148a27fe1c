import { createAccount, getAccount, listAccounts } from './operations/accounts.ts';
import { parseAddress } from './operations/addresses.ts';
import { createCustomer, getCustomer, listCustomers } from './operations/customers.ts';
import { createOutcome, createRouteDecision, getRoutingSnapshot } from './operations/decide.ts';
import { getEvent, listEvents } from './operations/events.ts';
import { listInstitutions } from './operations/institutions.ts';
import { advanceLinkSession, createLinkSession, getLinkSession } from './operations/link-sessions.ts';
import {
  advancePaymentIntent,
  cancelPaymentIntent,
  createPaymentIntent,
  getPaymentIntent,
  listPaymentIntents,
} from './operations/payment-intents.ts';
import { listRails } from './operations/rails.ts';
import { createRouteQuotes } from './operations/route-quotes.ts';
import { procedureOf } from './procedure.ts';

/** The contract as oRPC's clients and generators read it. Its keys are the operations' names. */
export const contract = {
  rails: { list: procedureOf(listRails) },
  addresses: { parse: procedureOf(parseAddress) },
  institutions: { list: procedureOf(listInstitutions) },
  customers: {
    create: procedureOf(createCustomer),
    get: procedureOf(getCustomer),
    list: procedureOf(listCustomers),
  },
  linkSessions: {
    create: procedureOf(createLinkSession),
    advance: procedureOf(advanceLinkSession),
    get: procedureOf(getLinkSession),
  },
  accounts: {
    create: procedureOf(createAccount),
    get: procedureOf(getAccount),
    list: procedureOf(listAccounts),
  },
  routeQuotes: { create: procedureOf(createRouteQuotes) },
  paymentIntents: {
    create: procedureOf(createPaymentIntent),
    get: procedureOf(getPaymentIntent),
    advance: procedureOf(advancePaymentIntent),
    cancel: procedureOf(cancelPaymentIntent),
    list: procedureOf(listPaymentIntents),
  },
  routeDecisions: { create: procedureOf(createRouteDecision) },
  outcomes: { create: procedureOf(createOutcome) },
  routingSnapshot: { get: procedureOf(getRoutingSnapshot) },
  events: { list: procedureOf(listEvents), get: procedureOf(getEvent) },
};
