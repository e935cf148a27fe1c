/** Wise's list of transfers. One that nobody has funded has paid nobody, and is left out. */
import type { ListedPayment, SettlementScheme, Statement } from '@switchyard/rail-kit';
import type { WiseApi } from './api/exchange.ts';
import { listTransfers, TRANSFERS_PER_PAGE, type Transfer } from './api/transfers.ts';
import { amountOf } from './decimal-amount.ts';
import { failedRead, standingOf, type TransferStanding } from './translate.ts';

export function createStatement(api: WiseApi, schemes: readonly SettlementScheme[]): Statement {
  return {
    schemes,
    async page({ fromMs, toMs, cursor }) {
      const offset = Number(cursor ?? 0);
      const listed = await listTransfers(api, { createdSinceMs: fromMs, createdUntilMs: toMs, offset });
      if (listed.kind !== 'ok') return failedRead(listed);
      const isLast = listed.body.length < TRANSFERS_PER_PAGE;
      return {
        kind: 'done',
        result: {
          payments: listed.body.flatMap(listedOf),
          ...(isLast ? {} : { next: String(offset + TRANSFERS_PER_PAGE) }),
        },
      };
    },
  };
}

function listedOf(transfer: Transfer): readonly ListedPayment[] {
  const { id, status, customerTransactionId, targetValue, targetCurrency } = transfer;
  const standing = STANDINGS[standingOf(status)];
  if (standing === undefined) return [];
  const amount = amountOf(targetValue, targetCurrency);
  return [
    {
      ref: id,
      key: customerTransactionId,
      standing,
      providerStatus: status,
      // Zero stands there where only the source was fixed.
      ...(amount === undefined || amount.value === 0n ? {} : { amount }),
    },
  ];
}

/** A transfer that was cancelled after it had been funded pays back; the list does not say which, and either way nobody was paid. */
const STANDINGS: Readonly<Record<TransferStanding, ListedPayment['standing'] | undefined>> = {
  unfunded: undefined,
  processing: 'open',
  done: 'done',
  cancelled: 'refused',
  refunded: 'refused',
};
