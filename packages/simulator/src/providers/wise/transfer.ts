/**
 * A transfer's life: `incoming_payment_waiting → processing → funds_converted → outgoing_payment_sent`. One that Wise does
 * not carry out goes `processing → cancelled → funds_refunded`; one that the payee's bank sends back goes
 * `outgoing_payment_sent → bounced_back → processing → cancelled → funds_refunded`. What was never funded ends as
 * `cancelled`. The money leaves the balance with the funding and is back on it with the refund.
 *
 * What happens by itself is scheduled, and so happens after a restart too; each step happens only from the one before it.
 */
import { RETURN_AFTER_MS } from '../../world/outcomes.ts';
import { creditBalance, debitBalance } from './balance.ts';
import type { State, Transfer, TransferStatus } from './state.ts';
import { tellTransfer } from './webhooks.ts';

/** From one state of a refund to the next. */
const REFUND_STEP_MS = 200;

const CONVERT = 'convert';
const SEND = 'send';
const REFUSE = 'refuse';
const BOUNCE = 'bounce';
const TAKE_BACK = 'take-back';
const REFUND = 'refund';

/** Does what is scheduled below. */
export function moveTransfers(state: State): void {
  const on = (name: string, work: (transfer: Transfer) => void) =>
    state.world.onDue(`${state.business.id}/${name}`, (id) => {
      const transfer = state.transfers.get(id);
      if (transfer !== undefined) work(transfer);
    });
  on(CONVERT, (transfer) => void proceed(state, transfer, 'processing', 'funds_converted'));
  on(SEND, (transfer) => send(state, transfer));
  on(REFUSE, (transfer) => refuse(state, transfer));
  on(BOUNCE, (transfer) => bounce(state, transfer));
  on(TAKE_BACK, (transfer) => void proceed(state, transfer, 'bounced_back', 'processing'));
  on(REFUND, (transfer) => refund(state, transfer));
}

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
  const standing = state.quotes.get(quote.id);
  if (standing !== undefined) standing.status = 'FUNDED';
  move(state, transfer, 'processing');
  if (script.result !== 'stuck') carryOut(state, transfer);
  return true;
}

/** False when it is too late. */
export function cancelTransfer(state: State, transfer: Transfer): boolean {
  if (transfer.hasBounced) return false;
  if (transfer.status !== 'incoming_payment_waiting' && transfer.status !== 'processing') return false;
  move(state, transfer, 'cancelled');
  if (transfer.funding !== undefined) schedule(state, REFUND, REFUND_STEP_MS, transfer);
  return true;
}

function schedule({ world, business }: State, name: string, delayMs: number, { id }: Transfer): void {
  world.schedule(`${business.id}/${name}`, delayMs, String(id));
}

function carryOut(state: State, transfer: Transfer): void {
  const { settleAfterMs, result } = transfer.script;
  if (result === 'refused') {
    schedule(state, REFUSE, settleAfterMs, transfer);
    return;
  }
  schedule(state, CONVERT, settleAfterMs / 2, transfer);
  schedule(state, SEND, settleAfterMs, transfer);
}

function send(state: State, transfer: Transfer): void {
  if (!proceed(state, transfer, 'funds_converted', 'outgoing_payment_sent')) return;
  if (transfer.script.result === 'returned') schedule(state, BOUNCE, RETURN_AFTER_MS, transfer);
  else payOut(state, transfer);
}

function refuse(state: State, transfer: Transfer): void {
  if (!proceed(state, transfer, 'processing', 'cancelled')) return;
  schedule(state, REFUND, REFUND_STEP_MS, transfer);
}

function payOut({ world, business }: State, { recipient, quote, reference }: Transfer): void {
  world.money.payTo(recipient.number, {
    amountMinor: quote.targetMinor,
    currency: quote.targetCurrency,
    reference,
    payerName: business.name,
  });
}

function bounce(state: State, transfer: Transfer): void {
  if (!proceed(state, transfer, 'outgoing_payment_sent', 'bounced_back')) return;
  transfer.hasBounced = true;
  schedule(state, TAKE_BACK, REFUND_STEP_MS, transfer);
  schedule(state, REFUSE, 2 * REFUND_STEP_MS, transfer);
}

function refund(state: State, transfer: Transfer): void {
  if (!proceed(state, transfer, 'cancelled', 'funds_refunded')) return;
  const { quote, id } = transfer;
  const balance = state.balances.get(quote.sourceCurrency);
  if (balance === undefined) return;
  creditBalance(state, balance, quote.sourceMinor, {
    referenceNumber: `TRANSFER-${id}`,
    details: { type: 'TRANSFER', description: 'Refund of a transfer' },
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
