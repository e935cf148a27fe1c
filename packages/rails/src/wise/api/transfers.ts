/**
 * A transfer is an order to pay a recipient under a quote. Creating one moves nothing; funding it does. Wise knows a
 * transfer again by our `customerTransactionId` and makes no second one.
 */
import { z } from 'zod';
import { exactNumber } from '../exact-json.ts';
import { decimalNumber, type Exchange, type WiseApi, wholeNumber } from './exchange.ts';

export interface TransferRequest {
  readonly targetAccount: string;
  readonly quoteUuid: string;
  readonly customerTransactionId: string;
  readonly reference?: string | undefined;
}

const transfer = z.object({
  id: wholeNumber,
  status: z.string().min(1),
  customerTransactionId: z.string(),
  targetCurrency: z.string(),
  targetValue: decimalNumber,
});
const funding = z.object({ status: z.string().min(1), errorCode: z.string().nullish() });
const payments = z.array(z.object({ id: wholeNumber }));

export type Transfer = z.infer<typeof transfer>;
export type Funding = z.infer<typeof funding>;

export function createTransfer(api: WiseApi, request: TransferRequest): Promise<Exchange<Transfer>> {
  const { targetAccount, quoteUuid, customerTransactionId, reference } = request;
  return api.call({
    purpose: 'transfers.create',
    method: 'POST',
    path: '/v1/transfers',
    body: {
      targetAccount: exactNumber(targetAccount),
      quoteUuid,
      customerTransactionId,
      details: reference === undefined ? undefined : { reference },
    },
    answer: transfer,
  });
}

export function fundTransfer(api: WiseApi, id: string): Promise<Exchange<Funding>> {
  return api.call({
    purpose: 'transfers.fund',
    method: 'POST',
    path: `/v3/profiles/${api.profileId}/transfers/${encodeURIComponent(id)}/payments`,
    body: { type: 'BALANCE' },
    answer: funding,
  });
}

export function getTransfer(api: WiseApi, id: string): Promise<Exchange<Transfer>> {
  return api.call({ purpose: 'transfers.get', method: 'GET', path: pathOf(id), answer: transfer });
}

export function cancelTransfer(api: WiseApi, id: string): Promise<Exchange<Transfer>> {
  return api.call({
    purpose: 'transfers.cancel',
    method: 'PUT',
    path: `${pathOf(id)}/cancel`,
    answer: transfer,
  });
}

/** The payments with which it was funded: none as long as it was not. */
export function listFundings(api: WiseApi, id: string): Promise<Exchange<z.infer<typeof payments>>> {
  return api.call({
    purpose: 'transfers.payments',
    method: 'GET',
    path: `${pathOf(id)}/payments`,
    answer: payments,
  });
}

export const TRANSFERS_PER_PAGE = 100;

export function listTransfers(
  api: WiseApi,
  filter: {
    readonly targetCurrency?: string;
    readonly createdSinceMs: number;
    readonly createdUntilMs?: number;
    readonly offset: number;
  },
): Promise<Exchange<readonly Transfer[]>> {
  const query = new URLSearchParams({
    profile: api.profileId,
    ...(filter.targetCurrency === undefined ? {} : { targetCurrency: filter.targetCurrency }),
    createdDateStart: new Date(filter.createdSinceMs).toISOString(),
    ...(filter.createdUntilMs === undefined
      ? {}
      : { createdDateEnd: new Date(filter.createdUntilMs).toISOString() }),
    limit: String(TRANSFERS_PER_PAGE),
    offset: String(filter.offset),
  });
  return api.call({
    purpose: 'transfers.list',
    method: 'GET',
    path: `/v1/transfers?${query}`,
    answer: z.array(transfer),
  });
}

function pathOf(id: string): string {
  return `/v1/transfers/${encodeURIComponent(id)}`;
}
