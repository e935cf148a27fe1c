/** Paying a linked US account from the client's Ledger. */
import { misconfigured, type Payout, type PayoutOrder, rejected } from '@switchyard/rail-kit';
import { readPaymentMemo } from './memo.ts';
import {
  findTransfer,
  queryTransfer,
  startTransfer,
  stopTransfer,
  TRANSFER_ABSENCE_HORIZON_MS,
  TRANSFER_KEY_RETENTION_MS,
  TRANSFER_REFERENCE,
  type TransferDeps,
} from './transfer.ts';
import { createTransferStatement } from './transfer-statement.ts';

const SCHEMES = ['us-ach', 'us-ach-same-day', 'us-rtp'] as const;

export function createPayouts(deps: TransferDeps): Payout {
  return {
    assets: ['iso4217:USD'],
    facts: {
      schemes: SCHEMES,
      idempotencyRetentionMs: TRANSFER_KEY_RETENTION_MS,
      absenceHorizonMs: TRANSFER_ABSENCE_HORIZON_MS,
      settledStatuses: ['settled', 'funds_available'],
      finality: 'credited',
      movesMoneyOn: 'start',
      reference: TRANSFER_REFERENCE,
    },
    async start(order: PayoutOrder) {
      // The Ledger holds dollars and converts nothing.
      if (order.sendAsset !== order.amount.asset) return rejected();
      return startTransfer(deps, { ...order, type: 'credit', party: order.payee });
    },
    async query({ order, memo }) {
      if (memo === undefined) return findTransfer(deps, order.key);
      const read = readPaymentMemo(memo);
      return read?.product === 'transfer' ? queryTransfer(deps, read.transferId) : misconfigured();
    },
    async cancel({ memo }) {
      const read = readPaymentMemo(memo);
      return read?.product === 'transfer' ? stopTransfer(deps, read.transferId) : misconfigured();
    },
    statement: createTransferStatement(deps.api, 'credit', SCHEMES),
  };
}
