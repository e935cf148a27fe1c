/** Transfer: ACH and instant transfers between a linked US account and the client's balance at Plaid, the Ledger. */
import { z } from 'zod';
import type { Writable } from '../write-json.ts';
import type { Heard, PlaidApi } from './client.ts';

const transferSchema = z.object({
  id: z.string().min(1),
  type: z.enum(['debit', 'credit']),
  amount: z.string(),
  status: z.string().min(1),
  iso_currency_code: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
  failure_reason: z.object({ failure_code: z.string().nullish() }).nullish(),
});
export type Transfer = z.output<typeof transferSchema>;

const authorizationSchema = z.object({
  id: z.string().min(1),
  decision: z.string(),
  decision_rationale: z.object({ code: z.string().nullish() }).nullish(),
});
export type Authorization = z.output<typeof authorizationSchema>;

const eventSchema = z.object({
  transfer_id: z.string(),
  transfer_type: z.enum(['debit', 'credit']).optional(),
  event_type: z.string(),
  timestamp: z.iso.datetime({ offset: true }),
});
export type TransferEvent = z.output<typeof eventSchema>;

export const TRANSFERS_PER_PAGE = 25;

interface Body {
  readonly [key: string]: Writable | undefined;
}

/** Moves nothing: it reserves a decision for an hour. The idempotency key holds for 48 hours. */
export function authorizeTransfer(api: PlaidApi, body: Body): Promise<Heard<Authorization>> {
  return api.call({
    purpose: 'transfer.authorization.create',
    path: '/transfer/authorization/create',
    body,
    answer: z.object({ authorization: authorizationSchema }).transform(({ authorization }) => authorization),
  });
}

/** Idempotent by its authorization. A 500 may come although the transfer was made. */
export function createTransfer(api: PlaidApi, body: Body): Promise<Heard<Transfer>> {
  return api.call({
    purpose: 'transfer.create',
    path: '/transfer/create',
    body,
    answer: oneTransfer,
    movesMoney: true,
  });
}

export function getTransfer(api: PlaidApi, transferId: string): Promise<Heard<Transfer>> {
  return api.call({
    purpose: 'transfer.get',
    path: '/transfer/get',
    body: { transfer_id: transferId },
    answer: oneTransfer,
  });
}

export function cancelTransfer(api: PlaidApi, transferId: string): Promise<Heard<unknown>> {
  return api.call({
    purpose: 'transfer.cancel',
    path: '/transfer/cancel',
    body: { transfer_id: transferId },
    answer: z.object({ request_id: z.string() }),
    movesMoney: true,
  });
}

export function listTransfers(
  api: PlaidApi,
  page: { readonly offset: number; readonly sinceMs?: number; readonly untilMs?: number },
): Promise<Heard<readonly Transfer[]>> {
  return api.call({
    purpose: 'transfer.list',
    path: '/transfer/list',
    body: {
      count: TRANSFERS_PER_PAGE,
      offset: page.offset,
      start_date: isoDate(page.sinceMs),
      end_date: isoDate(page.untilMs),
    },
    answer: z.object({ transfers: z.array(transferSchema) }).transform(({ transfers }) => transfers),
  });
}

export function listTransferEvents(
  api: PlaidApi,
  filter: {
    readonly offset: number;
    readonly transferId?: string;
    readonly eventTypes?: readonly string[];
    readonly sinceMs?: number;
  },
): Promise<Heard<readonly TransferEvent[]>> {
  return api.call({
    purpose: 'transfer.event.list',
    path: '/transfer/event/list',
    body: {
      count: TRANSFERS_PER_PAGE,
      offset: filter.offset,
      transfer_id: filter.transferId,
      event_types: filter.eventTypes,
      start_date: isoDate(filter.sinceMs),
    },
    answer: z.object({ transfer_events: z.array(eventSchema) }).transform((answer) => answer.transfer_events),
  });
}

const oneTransfer = z.object({ transfer: transferSchema }).transform(({ transfer }) => transfer);

function isoDate(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
