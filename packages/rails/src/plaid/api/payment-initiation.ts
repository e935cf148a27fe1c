/** Payment Initiation: single payments in the UK and Europe, approved by the payer in Link. */
import { z } from 'zod';
import type { ExactNumber } from '../write-json.ts';
import type { Heard, PlaidApi } from './client.ts';

/** An account in Plaid's words: exactly one of the two. */
export type AccountNumbers =
  | { readonly iban: string }
  | { readonly bacs: { readonly account: string; readonly sort_code: string } };

/** Idempotent by its content: the same details are the same recipient. */
export function createRecipient(
  api: PlaidApi,
  recipient: { readonly name: string } & AccountNumbers,
): Promise<Heard<string>> {
  return api.call({
    purpose: 'payment_initiation.recipient.create',
    path: '/payment_initiation/recipient/create',
    body: { ...recipient },
    answer: z.object({ recipient_id: z.string().min(1) }).transform(({ recipient_id }) => recipient_id),
  });
}

export interface NewPayment {
  readonly recipient_id: string;
  readonly reference: string;
  readonly amount: { readonly currency: string; readonly value: ExactNumber };
  readonly options: Partial<AccountNumbers> & { readonly scheme: string };
}

/** There is no idempotency key: called twice, it makes two payments, each waiting for a user. */
export function createPayment(api: PlaidApi, payment: NewPayment): Promise<Heard<string>> {
  return api.call({
    purpose: 'payment_initiation.payment.create',
    path: '/payment_initiation/payment/create',
    body: { ...payment },
    answer: z
      .object({ payment_id: z.string().min(1), status: z.string() })
      .transform(({ payment_id }) => payment_id),
    movesMoney: true,
  });
}

export function getPaymentStatus(api: PlaidApi, paymentId: string): Promise<Heard<string>> {
  return api.call({
    purpose: 'payment_initiation.payment.get',
    path: '/payment_initiation/payment/get',
    body: { payment_id: paymentId },
    answer: z
      .object({ payment_id: z.literal(paymentId), status: z.string().min(1) })
      .transform(({ status }) => status),
  });
}
