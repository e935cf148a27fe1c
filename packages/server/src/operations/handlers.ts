/** Every operation of the contract and the function that performs it: a new operation does not compile without one. */
import type { OperationName } from '@switchyard/contract';
import { createAccount } from './accounts-create.ts';
import { getAccount } from './accounts-get.ts';
import { listAccountsPage } from './accounts-list.ts';
import { parseAddress } from './addresses-parse.ts';
import { createCustomer } from './customers-create.ts';
import { getCustomer } from './customers-get.ts';
import { listCustomersPage } from './customers-list.ts';
import { getEvent } from './events-get.ts';
import { listEventsPage } from './events-list.ts';
import { listInstitutions } from './institutions-list.ts';
import { advanceLinkSession } from './link-sessions-advance.ts';
import { createLinkSession } from './link-sessions-create.ts';
import { getLinkSession } from './link-sessions-get.ts';
import type { Handler } from './operation.ts';
import { createOutcome } from './outcomes-create.ts';
import { advancePaymentIntent } from './payment-intents-advance.ts';
import { cancelPaymentIntent } from './payment-intents-cancel.ts';
import { createPaymentIntent } from './payment-intents-create.ts';
import { getPaymentIntent } from './payment-intents-get.ts';
import { listPaymentIntentsPage } from './payment-intents-list.ts';
import { listRails } from './rails-list.ts';
import { createRouteDecision } from './route-decisions-create.ts';
import { createRouteQuotes } from './route-quotes-create.ts';
import { getRoutingSnapshot } from './routing-snapshot-get.ts';

export const HANDLERS: { readonly [N in OperationName]: Handler<N> } = {
  'rails.list': listRails,
  'addresses.parse': parseAddress,
  'institutions.list': listInstitutions,
  'customers.create': createCustomer,
  'customers.get': getCustomer,
  'customers.list': listCustomersPage,
  'linkSessions.create': createLinkSession,
  'linkSessions.advance': advanceLinkSession,
  'linkSessions.get': getLinkSession,
  'accounts.create': createAccount,
  'accounts.get': getAccount,
  'accounts.list': listAccountsPage,
  'routeQuotes.create': createRouteQuotes,
  'paymentIntents.create': createPaymentIntent,
  'paymentIntents.get': getPaymentIntent,
  'paymentIntents.advance': advancePaymentIntent,
  'paymentIntents.cancel': cancelPaymentIntent,
  'paymentIntents.list': listPaymentIntentsPage,
  'routeDecisions.create': createRouteDecision,
  'outcomes.create': createOutcome,
  'routingSnapshot.get': getRoutingSnapshot,
  'events.list': listEventsPage,
  'events.get': getEvent,
};
