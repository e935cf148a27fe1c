/**
 * Paying from a balance at Wise: recipient, quote, transfer, and the funding of it. Only funding moves money, so whatever
 * goes wrong before it leaves at most a transfer that nobody has paid for, and may be tried again.
 *
 * A repeat of `start` finds its transfer by our key. It funds it only if the transfer still waits for that; and Wise
 * itself funds no transfer twice. A funding that is turned down is believed only when the transfer still waits, for
 * the money may have been taken by a funding whose answer we never saw.
 */
import type { Amount } from '@switchyard/engine';
import {
  type Absent,
  type Failed,
  isFailure,
  type PaymentFacts,
  type PaymentStep,
  type Payout,
  type PayoutOrder,
  type Ports,
  type Refused,
  rejected,
  unknownOutcome,
} from '@switchyard/rail-kit';
import { decimalAmountOf } from '../money/decimal-amount.ts';
import type { WiseApi } from './api/exchange.ts';
import { createQuote } from './api/quotes.ts';
import { createRecipient, type RecipientRequest } from './api/recipients.ts';
import { cancelTransfer, createTransfer, fundTransfer, getTransfer, type Transfer } from './api/transfers.ts';
import { BALANCE_ASSETS } from './balance-assets.ts';
import { amountOf, currencyOf } from './decimal-amount.ts';
import { findTransfer } from './find-transfer.ts';
import { type PayoutMemo, readPayoutMemo, readQuoteMemo } from './memo.ts';
import { quoteTermsOf } from './quote-terms.ts';
import { isWiseScheme, recipientFor, SCHEMES, type WiseScheme } from './recipient.ts';
import { createStatement } from './statement.ts';
import { processing, stepOf } from './transfer-step.ts';
import {
  failedRead,
  failedWrite,
  fundingOf,
  refusalForFunding,
  SETTLED_STATES,
  standingOf,
} from './translate.ts';

const HOUR_MS = 60 * 60 * 1_000;

export const PAYOUT_FACTS: PaymentFacts = {
  schemes: Object.keys(SCHEMES) as WiseScheme[],
  // Wise keeps our key with the transfer and says nothing of an end; a day is our own caution.
  idempotencyRetentionMs: 24 * HOUR_MS,
  // Nor does it say how soon its list is complete; an hour is caution too.
  absenceHorizonMs: HOUR_MS,
  settledStatuses: SETTLED_STATES,
  finality: 'accepted',
  movesMoneyOn: 'start',
  // Faster Payments has the shortest reference of these schemes that Wise documents.
  reference: { max: 18, pattern: /^[A-Za-z0-9 .-]*$/ },
};

export function createPayout(deps: { readonly api: WiseApi; readonly now: Ports['now'] }): Payout {
  const { api } = deps;
  return {
    facts: PAYOUT_FACTS,
    assets: BALANCE_ASSETS,
    start: (order) => start(api, order),
    async query({ order, memo }) {
      if (memo === undefined) return findByKey(deps, order);
      const known = readPayoutMemo(memo);
      return known === undefined ? unknownOutcome({ providerCode: 'memo' }) : look(api, known);
    },
    async cancel({ memo }) {
      const known = readPayoutMemo(memo);
      return known === undefined ? unknownOutcome({ providerCode: 'memo' }) : cancel(api, known);
    },
    statement: createStatement(api, PAYOUT_FACTS.schemes),
  };
}

async function start(api: WiseApi, order: PayoutOrder): Promise<PaymentStep> {
  const plan = planOf(order);
  if (plan === undefined) return rejected({ providerCode: 'order' });
  const recipient = await createRecipient(api, plan.recipient);
  if (recipient.kind !== 'ok') return failedRead(recipient);
  const priced = plan.price ?? (await price(api, order, recipient.body.id));
  if ('kind' in priced) return priced;
  const created = await createTransfer(api, {
    targetAccount: recipient.body.id,
    quoteUuid: priced.quote,
    customerTransactionId: order.key,
    reference: order.reference,
  });
  if (created.kind !== 'ok') return failedRead(created);
  const memo: PayoutMemo = { transfer: created.body.id, fee: priced.fee, cancelAsked: false };
  if (standingOf(created.body.status) !== 'unfunded') return stepAfterFunding(api, created.body, memo);
  if (!isOrdered(created.body, order)) return rejected({ providerCode: 'transfer_differs' });
  return fund(api, memo);
}

interface Price {
  readonly quote: string;
  readonly fee: Amount;
}

/** Undefined when this rail cannot do it, or when the rate lock is not for this payout. No call is made for it. */
function planOf(
  order: PayoutOrder,
): { readonly recipient: RecipientRequest; readonly price?: Price } | undefined {
  const { scheme, amount, sendAsset, reference = '' } = order;
  if (!isWiseScheme(scheme) || currencyOf(amount.asset) !== SCHEMES[scheme]) return undefined;
  const { max, pattern } = PAYOUT_FACTS.reference;
  if (amount.value <= 0n || reference.length > max || !pattern.test(reference)) return undefined;
  const recipient = recipientFor(order.payee, scheme);
  if (recipient === undefined) return undefined;
  if (order.quote === undefined) return sendAsset === amount.asset ? { recipient } : undefined;
  const locked = readQuoteMemo(order.quote);
  if (locked === undefined || locked.send.asset !== sendAsset || !isSame(locked.receive, amount))
    return undefined;
  return { recipient, price: { quote: locked.quote, fee: locked.fee } };
}

/** Without conversion the terms are the payee's amount and a fee on top; Wise wants a quote for these as well. */
async function price(
  api: WiseApi,
  { amount }: PayoutOrder,
  targetAccount: string,
): Promise<Price | Refused | Failed> {
  const asked = decimalAmountOf(amount);
  if (asked === undefined) return rejected();
  const { currency } = asked;
  const quoted = await createQuote(api, {
    sourceCurrency: currency,
    targetCurrency: currency,
    targetAmount: asked.amount,
    targetAccount,
  });
  if (quoted.kind !== 'ok') return failedRead(quoted);
  const read = quoteTermsOf(quoted.body, {
    sendCurrency: currency,
    receiveCurrency: currency,
    receive: amount,
  });
  return read.kind === 'terms' ? { quote: quoted.body.id, fee: read.terms.fee } : read;
}

/** Wise leaves the target at zero where only the source was fixed; anything else must be what was ordered. */
function isOrdered(transfer: Transfer, { key, amount }: PayoutOrder): boolean {
  const target = amountOf(transfer.targetValue, transfer.targetCurrency);
  return (
    transfer.customerTransactionId === key &&
    target?.asset === amount.asset &&
    (target.value === 0n || target.value === amount.value)
  );
}

async function fund(api: WiseApi, memo: PayoutMemo): Promise<PaymentStep> {
  const funded = await fundTransfer(api, memo.transfer);
  if (funded.kind === 'refused' && CANNOT_BE_FUNDED.includes(funded.httpStatus)) {
    return believeIfUnfunded(api, memo, failedWrite(funded));
  }
  if (funded.kind !== 'ok') return failedWrite(funded);
  const { status, errorCode } = funded.body;
  switch (fundingOf(status)) {
    case 'funded':
      return processing(memo, undefined);
    case 'rejected':
      return believeIfUnfunded(api, memo, refusalForFunding(errorCode));
    case undefined:
      return unknownOutcome({ httpStatus: 200 });
  }
}

/** Wise's words for a transfer that is funded already, or can no longer be. */
const CANNOT_BE_FUNDED: readonly number[] = [400, 404, 409, 422];

async function believeIfUnfunded(
  api: WiseApi,
  memo: PayoutMemo,
  refusal: Refused | Failed,
): Promise<PaymentStep> {
  const got = await getTransfer(api, memo.transfer);
  if (got.kind !== 'ok') return unknownOutcome();
  return standingOf(got.body.status) === 'unfunded' ? refusal : stepAfterFunding(api, got.body, memo);
}

/** Somebody has funded it: if we cannot see how it stands, nobody may take it for nothing. */
async function stepAfterFunding(api: WiseApi, transfer: Transfer, memo: PayoutMemo): Promise<PaymentStep> {
  const step = await stepOf(api, transfer, memo);
  return isFailure(step) ? unknownOutcome() : step;
}

async function look(api: WiseApi, memo: PayoutMemo): Promise<PaymentStep | Absent> {
  const got = await getTransfer(api, memo.transfer);
  if (got.kind === 'refused' && got.httpStatus === 404) return { kind: 'absent' };
  return got.kind === 'ok' ? stepOf(api, got.body, memo) : failedRead(got);
}

/**
 * A transfer that still waits to be funded is no payout yet: to the host it is absent, and either a resend funds it or it
 * lapses at Wise.
 */
async function findByKey(
  { api, now }: Parameters<typeof createPayout>[0],
  { key, amount }: PayoutOrder,
): Promise<PaymentStep | Absent> {
  const currency = currencyOf(amount.asset);
  if (currency === undefined) return { kind: 'absent' };
  const found = await findTransfer(api, { key, targetCurrency: currency, nowMs: now() });
  if (found.kind !== 'found') return found;
  const { transfer } = found;
  if (standingOf(transfer.status) === 'unfunded') return { kind: 'absent' };
  return stepOf(api, transfer, { transfer: transfer.id, cancelAsked: false });
}

/** Too late to cancel is no failure: the answer is then how the transfer stands. */
async function cancel(api: WiseApi, memo: PayoutMemo): Promise<PaymentStep> {
  const cancelled = await cancelTransfer(api, memo.transfer);
  if (cancelled.kind === 'ok') return stepOf(api, cancelled.body, { ...memo, cancelAsked: true });
  if (cancelled.kind !== 'refused' || cancelled.httpStatus !== 409) return failedWrite(cancelled);
  const step = await look(api, memo);
  return step.kind === 'absent' ? unknownOutcome() : step;
}

function isSame(one: Amount, other: Amount): boolean {
  return one.asset === other.asset && one.value === other.value;
}
