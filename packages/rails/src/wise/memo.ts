/** What we ask the host to keep between calls, read back as carefully as anything from outside. */
import type { Amount } from '@switchyard/engine';
import type { Json } from '@switchyard/rail-kit';
import { z } from 'zod';
import type { QuoteTerms } from './quote-terms.ts';

const amount = z
  .object({ asset: z.string(), value: z.string().regex(/^[0-9]+$/) })
  .transform(({ asset, value }): Amount => ({ asset, value: BigInt(value) }));

const quoteMemo = z.object({ quote: z.string().min(1), send: amount, receive: amount, fee: amount });

/** A payout has a memo once its transfer was funded, and not before. */
const payoutMemo = z.object({
  transfer: z.string().min(1),
  fee: amount.optional(),
  /** We asked Wise to stop it, so money that comes back was called back. */
  cancelAsked: z.boolean(),
});
export type PayoutMemo = {
  readonly transfer: string;
  readonly fee?: Amount | undefined;
  readonly cancelAsked: boolean;
};

export function readQuoteMemo(memo: Json): z.output<typeof quoteMemo> | undefined {
  return quoteMemo.safeParse(memo).data;
}

export function writeQuoteMemo(quote: string, { send, receive, fee }: QuoteTerms): Json {
  return { quote, send: plain(send), receive: plain(receive), fee: plain(fee) };
}

export function readPayoutMemo(memo: Json): PayoutMemo | undefined {
  return payoutMemo.safeParse(memo).data;
}

export function writePayoutMemo({ transfer, fee, cancelAsked }: PayoutMemo): Json {
  return { transfer, cancelAsked, ...(fee === undefined ? {} : { fee: plain(fee) }) };
}

function plain({ asset, value }: Amount): Json {
  return { asset, value: value.toString() };
}
