/** A quote holds a rate and names the price of each way to pay in and out. It moves nothing. */
import { z } from 'zod';
import { exactNumber } from '../exact-json.ts';
import { decimalNumber, type Exchange, type WiseApi } from './exchange.ts';

export interface QuoteRequest {
  readonly sourceCurrency: string;
  readonly targetCurrency: string;
  /** Exactly one of the amounts. */
  readonly sourceAmount?: string;
  readonly targetAmount?: string;
  readonly targetAccount?: string;
}

const paymentOption = z.object({
  payIn: z.string(),
  payOut: z.string(),
  disabled: z.boolean(),
  disabledReason: z.object({ code: z.string().optional() }).nullish(),
  sourceAmount: decimalNumber,
  targetAmount: decimalNumber,
  fee: z.object({ total: decimalNumber }),
});
const quote = z.object({
  id: z.string().min(1),
  rate: decimalNumber,
  rateType: z.string(),
  rateExpirationTime: z.string().nullish(),
  expirationTime: z.string().nullish(),
  paymentOptions: z.array(paymentOption),
  notices: z.array(z.object({ type: z.string().optional() })).nullish(),
});
export type Quote = z.infer<typeof quote>;
export type PaymentOption = z.infer<typeof paymentOption>;

/** What we always do: pay from a balance, to a bank account. */
export const PAY_IN = 'BALANCE';
export const PAY_OUT = 'BANK_TRANSFER';

export function createQuote(api: WiseApi, request: QuoteRequest): Promise<Exchange<Quote>> {
  const { sourceCurrency, targetCurrency } = request;
  return api.call({
    purpose: 'quotes.create',
    method: 'POST',
    path: `/v3/profiles/${api.profileId}/quotes`,
    body: {
      sourceCurrency,
      targetCurrency,
      sourceAmount: numberOrAbsent(request.sourceAmount),
      targetAmount: numberOrAbsent(request.targetAmount),
      targetAccount: numberOrAbsent(request.targetAccount),
      payOut: PAY_OUT,
      preferredPayIn: PAY_IN,
    },
    answer: quote,
  });
}

function numberOrAbsent(digits: string | undefined) {
  return digits === undefined ? undefined : exactNumber(digits);
}
