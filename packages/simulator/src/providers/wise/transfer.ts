/**
 * A transfer's life: `incoming_payment_waiting → processing → funds_converted → outgoing_payment_sent`. One that Wise does
 * not carry out goes `processing → cancelled → funds_refunded`; one that the payee's bank sends back goes
 * `outgoing_payment_sent → bounced_back → processing → cancelled → funds_refunded`. What was never funded ends as
 * `cancelled`. The money leaves the balance with the funding and is back on it with the refund.
 */
import { RETURN_AFTER_MS } from '../../world/outcomes.ts';
import { creditBalance, debitBalance } from './balance.ts';
import { WISE_BUSINESS_NAME } from './client.ts';
import type { State, Transfer, TransferStatus } from './state.ts';
import { tellTransfer } from './webhooks.ts';

/** From one state of a refund to the next. */
const REFUND_STEP_MS = 200;

/** False when the balance is too small. */
export function fundTransfer(state: State, transfer: Transfer): boolean {
  const { quote, script, id } = transfer;
  const balance = state.balances.get(quote.sourceCurrency);
  if (script.result === 'insufficient_funds' || balance === undefined) return false;
  const line = {
    feeMinor: quote.feeMinor,
    referenceNumber: `TRANSFER-${id}`,
    details: { type: 'TRANSFER', description: `Sent money to ${transfer.recipient.holderName}` },
  };
  if (!debitBalance(state, balance, quote.sourceMinor, line)) return false;
  transfer.funding = { id: state.nextId(), atMs: state.world.now() };
  quote.status = 'FUNDED';
  move(state, transfer, 'processing');
  if (script.result !== 'stuck') carryOut(state, transfer);
  return true;
}

/** False when it is too late. */
export function cancelTransfer(state: State, transfer: Transfer): boolean {
  if (transfer.hasBounced) return false;
  if (transfer.status !== 'incoming_payment_waiting' && transfer.status !== 'processing') return false;
  move(state, transfer, 'cancelled');
  if (transfer.funding !== undefined) refundLater(state, transfer);
  return true;
}

function carryOut(state: State, transfer: Transfer): void {
  const { world } = state;
  const { settleAfterMs, result } = transfer.script;
  if (result === 'refused') {
    world.later(settleAfterMs, () => {
      if (proceed(state, transfer, 'processing', 'cancelled')) refundLater(state, transfer);
    });
    return;
  }
  world.later(settleAfterMs / 2, () => {
    proceed(state, transfer, 'processing', 'funds_converted');
  });
  world.later(settleAfterMs, () => {
    if (!proceed(state, transfer, 'funds_converted', 'outgoing_payment_sent')) return;
    if (result === 'returned') world.later(RETURN_AFTER_MS, () => bounce(state, transfer));
    else payOut(state, transfer);
  });
}

function payOut({ world }: State, { recipient, quote, reference }: Transfer): void {
  world.money.payTo(recipient.number, {
    amountMinor: quote.targetMinor,
    currency: quote.targetCurrency,
    reference,
    payerName: WISE_BUSINESS_NAME,
  });
}

function bounce(state: State, transfer: Transfer): void {
  const { world } = state;
  transfer.hasBounced = true;
  proceed(state, transfer, 'outgoing_payment_sent', 'bounced_back');
  world.later(REFUND_STEP_MS, () => {
    proceed(state, transfer, 'bounced_back', 'processing');
  });
  world.later(2 * REFUND_STEP_MS, () => {
    if (proceed(state, transfer, 'processing', 'cancelled')) refundLater(state, transfer);
  });
}

function refundLater(state: State, transfer: Transfer): void {
  state.world.later(REFUND_STEP_MS, () => {
    if (!proceed(state, transfer, 'cancelled', 'funds_refunded')) return;
    const { quote, id } = transfer;
    const balance = state.balances.get(quote.sourceCurrency);
    if (balance === undefined) return;
    creditBalance(state, balance, quote.sourceMinor, {
      referenceNumber: `TRANSFER-${id}`,
      details: { type: 'TRANSFER', description: 'Refund of a transfer' },
    });
  });
}

/** False when something else has happened meanwhile. */
function proceed(state: State, transfer: Transfer, from: TransferStatus, to: TransferStatus): boolean {
  if (transfer.status !== from) return false;
  move(state, transfer, to);
  return true;
}

function move(state: State, transfer: Transfer, to: TransferStatus): void {
  const previous = transfer.status;
  transfer.status = to;
  tellTransfer(state, transfer, previous);
}
