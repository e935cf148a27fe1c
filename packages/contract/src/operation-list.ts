import type { z } from 'zod';
import type { BaseOperation, Operation } from './operation.ts';
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

const LIST = [
  listRails,
  parseAddress,
  listInstitutions,
  createCustomer,
  getCustomer,
  listCustomers,
  createLinkSession,
  advanceLinkSession,
  getLinkSession,
  createAccount,
  getAccount,
  listAccounts,
  createRouteQuotes,
  createPaymentIntent,
  getPaymentIntent,
  advancePaymentIntent,
  cancelPaymentIntent,
  listPaymentIntents,
  createRouteDecision,
  createOutcome,
  getRoutingSnapshot,
  listEvents,
  getEvent,
] as const;

/** All operations, in the order of the API document. */
export const OPERATIONS: readonly (Operation & { readonly name: OperationName })[] = LIST;

type Listed = (typeof LIST)[number];

export type OperationName = Listed['name'];

/** The operation itself, with its own schemas' types. */
export type OperationOf<N extends OperationName> = Extract<Listed, { readonly name: N }>;

/** An operation's parts as its schemas give them. */
export type PartsOf<O extends BaseOperation> = {
  readonly [K in 'params' | 'query' | 'body' as O[K] extends z.ZodType ? K : never]: z.output<
    Extract<O[K], z.ZodType>
  >;
};

/** What an operation is given once it is validated: `params`, `query` and `body`, as far as it has them. */
export type InputOf<N extends OperationName> = PartsOf<OperationOf<N>>;

/** What an operation answers. */
export type OutputOf<N extends OperationName> = z.output<OperationOf<N>['output']>;
