/**
 * Payments from the payer's own account. In Europe Plaid initiates them at the payer's bank; in the US it debits a linked
 * account, and the money then is on the client's Ledger: so a US payment has that Ledger as its payee, and no other.
 */
import { misconfigured, type Payment, type PaymentOrder, rejected } from '@switchyard/rail-kit';
import { isLedger } from './addresses.ts';
import { readPaymentMemo } from './memo.ts';
import {
  INITIATION_REFERENCE,
  type InitiationDeps,
  initiationWithoutMemo,
  queryInitiation,
  startInitiation,
} from './payment-initiation.ts';
import {
  findTransfer,
  queryTransfer,
  startTransfer,
  stopTransfer,
  TRANSFER_ABSENCE_HORIZON_MS,
} from './transfer.ts';
import { createTransferStatement } from './transfer-statement.ts';
import {
  DEBIT_NETWORKS,
  INITIATION_SCHEMES,
  initiationScheme,
  PAYMENT_STATUSES,
  TRANSFER_STATUSES,
} from './translate.ts';

export function createPayments(deps: InitiationDeps): Payment {
  const withTransfer = deps.credentials.transfer === 'enabled';
  const query: Payment['query'] = async ({ order, memo }) => {
    if (memo === undefined)
      return initiationScheme(order.scheme) === undefined
        ? findTransfer(deps, order.key)
        : initiationWithoutMemo();
    const read = readPaymentMemo(memo);
    if (read === undefined) return misconfigured();
    return read.product === 'transfer' ? queryTransfer(deps, read.transferId) : queryInitiation(deps, read);
  };
  const ask = async (input: {
    readonly order: PaymentOrder;
    readonly memo: Parameters<typeof readPaymentMemo>[0];
  }) => {
    const step = await query(input);
    return step.kind === 'absent' ? misconfigured() : step;
  };
  return {
    facts: {
      schemes: [...keysOf(INITIATION_SCHEMES), ...(withTransfer ? keysOf(DEBIT_NETWORKS) : [])],
      // Payment Initiation has no idempotency key, and facts hold for the whole role.
      idempotencyRetentionMs: undefined,
      absenceHorizonMs: TRANSFER_ABSENCE_HORIZON_MS,
      settledStatuses: [
        ...keysOf(PAYMENT_STATUSES).filter((status) => PAYMENT_STATUSES[status].kind === 'done'),
        ...(withTransfer
          ? keysOf(TRANSFER_STATUSES).filter((s) => TRANSFER_STATUSES[s].debit.kind === 'done')
          : []),
      ],
      finality: 'accepted',
      movesMoneyOn: 'start',
      reference: INITIATION_REFERENCE,
    },
    async start(order) {
      if (initiationScheme(order.scheme) !== undefined) return startInitiation(deps, order);
      if (!withTransfer || !isLedger(order.payee.payto, deps.credentials.ledger_id)) return rejected();
      return startTransfer(deps, { ...order, type: 'debit', party: order.payer });
    },
    // Whatever came back with the user, Plaid is asked how the payment stands.
    resume: ask,
    query,
    /** A payment that waits for its payer cannot be withdrawn at Plaid: the answer is how it stands. */
    async cancel({ order, memo }) {
      const read = readPaymentMemo(memo);
      return read?.product === 'transfer' ? stopTransfer(deps, read.transferId) : ask({ order, memo });
    },
    ...(withTransfer
      ? { statement: createTransferStatement(deps.api, 'debit', keysOf(DEBIT_NETWORKS)) }
      : {}),
  };
}

function keysOf<Table extends object>(table: Table): readonly (keyof Table)[] {
  // The tables are literals of this package: they have their own keys and no others.
  return Object.keys(table) as (keyof Table)[];
}
