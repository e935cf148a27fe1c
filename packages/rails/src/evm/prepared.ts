/** What is stored between signing and sending, and between asking for terms and signing. Plain JSON both. */
import type { Json } from '@switchyard/rail-kit';
import { z } from 'zod';

const digits = z.string().regex(/^(0|[1-9][0-9]{0,77})$/);
const nonce = z.int().min(0);

const termsSchema = z.strictObject({
  gasLimit: digits,
  maxFeePerGas: digits,
  maxPriorityFeePerGas: digits,
  /** The head when the terms were asked for: the transaction cannot be in an earlier block. */
  sinceBlock: digits,
});
export type Terms = z.output<typeof termsSchema>;

const preparedSchema = z.strictObject({
  raw: z.templateLiteral(['0x', z.string().regex(/^([0-9a-f]{2})+$/)]),
  hash: z.templateLiteral(['0x', z.string().regex(/^[0-9a-f]{64}$/)]),
  nonce,
  sinceBlock: digits,
});
export type PreparedTransaction = z.output<typeof preparedSchema>;

export function readTerms(value: Json): Terms | undefined {
  return termsSchema.safeParse(value).data;
}

export function readPrepared(value: Json | undefined): PreparedTransaction | undefined {
  return preparedSchema.safeParse(value).data;
}
