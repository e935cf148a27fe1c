/** Plaid's list of transfers, one way: debits are payments, credits payouts. Payment Initiation has no list by time. */
import type { ListedPayment, SettlementScheme, Statement } from '@switchyard/rail-kit';
import type { PlaidApi } from './api/client.ts';
import { listTransfers, TRANSFERS_PER_PAGE, type Transfer } from './api/transfer.ts';
import { minorUnits } from './decimal-amount.ts';
import { METADATA_KEY } from './transfer.ts';
import { transferStanding } from './translate.ts';

export function createTransferStatement(
  api: PlaidApi,
  type: Transfer['type'],
  schemes: readonly SettlementScheme[],
): Statement {
  return {
    schemes,
    async page({ fromMs, toMs, cursor }) {
      const offset = Number(cursor ?? 0);
      const listed = await listTransfers(api, { offset, sinceMs: fromMs, untilMs: toMs });
      if (!listed.ok) return listed.failure;
      const isLast = listed.value.length < TRANSFERS_PER_PAGE;
      return {
        kind: 'done',
        result: {
          payments: listed.value.filter((transfer) => transfer.type === type).map(listedOf),
          ...(isLast ? {} : { next: String(offset + TRANSFERS_PER_PAGE) }),
        },
      };
    },
  };
}

function listedOf({ id, type, amount, status, iso_currency_code, metadata }: Transfer): ListedPayment {
  const { kind } = transferStanding(status, type);
  const key = metadata?.[METADATA_KEY];
  const value = minorUnits(amount);
  return {
    ref: id,
    standing: kind === 'done' || kind === 'refused' ? kind : 'open',
    providerStatus: status,
    ...(key === undefined ? {} : { key }),
    ...(value === undefined ? {} : { amount: { value, asset: `iso4217:${iso_currency_code}` } }),
  };
}
