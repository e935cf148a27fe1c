import type { PaymentStep } from '@switchyard/rail-kit';
import type { WiseApi } from './api/exchange.ts';
import { listFundings, type Transfer } from './api/transfers.ts';
import { type PayoutMemo, writePayoutMemo } from './memo.ts';
import { failedRead, standingOf } from './translate.ts';

const POLL_AFTER_MS = 2_000;

/**
 * How a transfer stands. One that was cancelled is over only if it was never funded; else its money is on the way back, and
 * it is over when Wise has refunded it.
 */
export async function stepOf(api: WiseApi, transfer: Transfer, memo: PayoutMemo): Promise<PaymentStep> {
  const { id, status } = transfer;
  switch (standingOf(status)) {
    case 'done':
      return {
        kind: 'done',
        result: {
          ref: id,
          providerStatus: status,
          memo: writePayoutMemo(memo),
          ...(memo.fee === undefined ? {} : { fee: memo.fee }),
        },
      };
    case 'refunded':
      return { kind: 'refused', code: memo.cancelAsked ? 'cancelled' : 'returned', providerCode: status };
    case 'cancelled': {
      const fundings = await listFundings(api, id);
      if (fundings.kind !== 'ok') return failedRead(fundings);
      return fundings.body.length === 0
        ? { kind: 'refused', code: 'cancelled', providerCode: status }
        : processing(memo, status);
    }
    // A transfer that we have funded may say for a moment that it still waits.
    case 'unfunded':
    case 'processing':
      return processing(memo, status);
  }
}

export function processing(memo: PayoutMemo, providerStatus: string | undefined): PaymentStep {
  return {
    kind: 'processing',
    memo: writePayoutMemo(memo),
    pollAfterMs: POLL_AFTER_MS,
    ref: memo.transfer,
    ...(providerStatus === undefined ? {} : { providerStatus }),
  };
}
