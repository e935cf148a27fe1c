/** The business's own money: a balance for each currency, the account numbers that lead to it, and what came in. */
import { z } from 'zod';
import { decimalNumber, type Exchange, type WiseApi, wholeNumber } from './exchange.ts';

const balances = z.array(z.object({ id: wholeNumber, currency: z.string(), type: z.string() }));

const accountDetails = z.array(
  z.object({
    /** Null where it is only an example of what could be had. */
    id: wholeNumber.nullable(),
    currency: z.object({ code: z.string() }),
    status: z.string(),
    deprecated: z.boolean().optional(),
    receiveOptions: z.array(
      z.object({
        type: z.string(),
        details: z.array(z.object({ type: z.string(), body: z.string().nullish() })),
      }),
    ),
  }),
);

const statement = z.object({
  transactions: z.array(
    z.object({
      type: z.string(),
      date: z.string(),
      amount: z.object({ value: decimalNumber, currency: z.string() }),
      referenceNumber: z.string().min(1),
      details: z.object({ type: z.string().optional(), paymentReference: z.string().nullish() }),
    }),
  ),
});

export type AccountDetails = z.infer<typeof accountDetails>[number];
export type StatementLine = z.infer<typeof statement>['transactions'][number];

export function listBalances(api: WiseApi): Promise<Exchange<z.infer<typeof balances>>> {
  return api.call({
    purpose: 'balances.list',
    method: 'GET',
    path: `/v4/profiles/${api.profileId}/balances?types=STANDARD`,
    answer: balances,
  });
}

export function listAccountDetails(api: WiseApi): Promise<Exchange<readonly AccountDetails[]>> {
  return api.call({
    purpose: 'account_details.list',
    method: 'GET',
    path: `/v1/profiles/${api.profileId}/account-details`,
    answer: accountDetails,
  });
}

export function getStatement(
  api: WiseApi,
  period: {
    readonly balanceId: string;
    readonly currency: string;
    readonly fromMs: number;
    readonly toMs: number;
  },
): Promise<Exchange<z.infer<typeof statement>>> {
  const query = new URLSearchParams({
    currency: period.currency,
    intervalStart: new Date(period.fromMs).toISOString(),
    intervalEnd: new Date(period.toMs).toISOString(),
    type: 'COMPACT',
  });
  const balance = encodeURIComponent(period.balanceId);
  return api.call({
    purpose: 'balances.statement',
    method: 'GET',
    path: `/v1/profiles/${api.profileId}/balance-statements/${balance}/statement.json?${query}`,
    answer: statement,
  });
}
