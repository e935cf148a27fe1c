/** What we ask the host to keep between calls, read back as carefully as anything from outside. */
import type { Json } from '@switchyard/rail-kit';
import { z } from 'zod';

const actionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('redirect'), url: z.string() }),
  z.object({ type: z.literal('sdk'), token: z.string(), params: z.record(z.string(), z.string()) }),
]);

const grantSchema = z.object({ accessToken: z.string(), itemId: z.string() });
export type PlaidGrant = z.output<typeof grantSchema>;

const linkMemoSchema = z.discriminatedUnion('stage', [
  z.object({
    stage: z.literal('link'),
    linkToken: z.string(),
    action: actionSchema,
    expiresAtMs: z.number(),
    returned: z.boolean(),
  }),
  z.object({ stage: z.literal('handed_over'), publicToken: z.string() }),
  grantSchema.extend({ stage: z.literal('exchanged') }),
]);
export type LinkMemo = z.output<typeof linkMemoSchema>;

const paymentMemoSchema = z.discriminatedUnion('product', [
  z.object({
    product: z.literal('payment_initiation'),
    paymentId: z.string(),
    action: actionSchema,
    expiresAtMs: z.number(),
  }),
  z.object({ product: z.literal('transfer'), transferId: z.string() }),
]);
export type PaymentMemo = z.output<typeof paymentMemoSchema>;
export type InitiationMemo = Extract<PaymentMemo, { product: 'payment_initiation' }>;

export function readLinkMemo(memo: Json): LinkMemo | undefined {
  return linkMemoSchema.safeParse(memo).data;
}

export function readPaymentMemo(memo: Json): PaymentMemo | undefined {
  return paymentMemoSchema.safeParse(memo).data;
}

export function readGrant(grant: Json): PlaidGrant | undefined {
  return grantSchema.safeParse(grant).data;
}
