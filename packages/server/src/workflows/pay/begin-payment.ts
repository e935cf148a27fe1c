/** A payment as it is before any provider hears of it: made from the quote its user approved, and from nothing else. */

import type { InputOf } from '@switchyard/contract';
import { API_VERSION } from '@switchyard/engine';
import type { EventCause } from '../../domain/event.ts';
import { legsOfQuote } from '../../domain/payment/legs-of-quote.ts';
import type { Payment } from '../../domain/payment/payment.ts';
import { detailOf } from '../../domain/payment/status-detail.ts';
import { presentPaymentForEvent } from '../../presenters/payment-intent.ts';
import type { PayableAccount } from '../../store/accounts.ts';
import type { Transaction } from '../../store/database.ts';
import { insertEvent } from '../../store/events.ts';
import { scheduleJob } from '../../store/jobs.ts';
import type { DataKey, EnvironmentKeys } from '../../store/keyring.ts';
import { insertPayment } from '../../store/payments.ts';
import type { StoredQuote } from '../../store/route-quotes.ts';
import type { WorkflowDeps } from '../deps.ts';

type Body = InputOf<'paymentIntents.create'>['body'];

/** Whoever begins a payment drives it at once; should that process die, a worker takes it over after this. */
const TAKE_OVER_MS = 5_000;

export function beginPayment(
  deps: WorkflowDeps,
  tx: Transaction,
  given: {
    readonly keys: EnvironmentKeys;
    readonly dataKey: DataKey;
    readonly payer: PayableAccount;
    readonly quoted: StoredQuote;
    readonly body: Body;
    readonly cause: EventCause;
  },
): string {
  const at = new Date(deps.now());
  const payment = paymentOf(deps, given.quoted, given.payer, given.body, at);
  insertPayment(tx, given.keys, given.dataKey, payment, given.payer.subjectId);
  insertEvent(tx, {
    id: deps.newId('evt_'),
    type: 'payment_intent.processing',
    objectId: payment.id,
    object: presentPaymentForEvent(payment),
    cause: given.cause,
    apiVersion: API_VERSION,
    createdAt: at,
  });
  scheduleJob(tx, 'payment.drive', payment.id, new Date(at.getTime() + TAKE_OVER_MS));
  return payment.id;
}

function paymentOf(
  deps: WorkflowDeps,
  quoted: StoredQuote,
  payer: PayableAccount,
  body: Body,
  at: Date,
): Payment {
  const { quote, channel } = quoted;
  const { customerId } = payer.account;
  const payment: Payment = {
    id: deps.newId('pi_'),
    quoteId: quote.id,
    digest: quote.digest,
    ...(customerId === undefined ? {} : { customerId }),
    fromAccountId: quote.from,
    toAccountId: quote.to,
    send: quote.send,
    receive: quote.receive,
    status: 'processing',
    detail: { key: 'payment.starting', vars: {} },
    cancelRequested: false,
    legs: legsOfQuote(quoted, () => newLeg(deps), at),
    details: {
      ...(body.reference === undefined ? {} : { reference: body.reference }),
      metadata: body.metadata ?? {},
      returnUri: body.returnUri,
      channel,
      ...(body.psu === undefined ? {} : { psu: body.psu }),
    },
    revision: 1,
    createdAt: at,
    updatedAt: at,
  };
  return { ...payment, detail: detailOf(payment) };
}

function newLeg(deps: WorkflowDeps) {
  return { id: deps.newId('leg_'), key: deps.newUuid(), state: deps.newUuid() };
}
