/** A payment as it is before any provider hears of it: made from the quote its user approved, and from nothing else. */

import type { InputOf } from '@switchyard/contract';
import { API_VERSION } from '@switchyard/engine';
import type { SettlementScheme } from '@switchyard/rail-kit';
import type { EventCause } from '../../domain/event.ts';
import type { Payment, PaymentLeg } from '../../domain/payment/payment.ts';
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
    legs: quote.legs.map((leg) => legOf(deps, quoted, leg, at)),
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

function legOf(
  deps: WorkflowDeps,
  { holds }: StoredQuote,
  leg: StoredQuote['quote']['legs'][number],
  at: Date,
): PaymentLeg {
  const hold = holds[leg.sequence];
  const { sequence, kind, rail, connection, capability, custody, requiresAction, send, receive, fees } = leg;
  return {
    id: deps.newId('leg_'),
    sequence,
    kind,
    rail,
    connectionId: connection,
    capability,
    // A leg of a quote names a settlement scheme: the engine takes it from its own table.
    scheme: leg.scheme as SettlementScheme,
    custody,
    requiresAction,
    send,
    receive,
    fees: fees.map(({ rail: taker, ...fee }) => ({
      ...fee,
      ...(taker === undefined ? {} : { rail: taker }),
    })),
    finality: kind === 'pay-in' ? 'credited' : kind === 'on-chain' ? 'confirmations' : 'accepted',
    status: 'pending',
    attempts: 0,
    work: {
      key: deps.newUuid(),
      state: deps.newUuid(),
      call: 'none',
      probes: 0,
      absences: 0,
      outages: 0,
      ...(hold === undefined ? {} : { fx: hold }),
      ...(leg.fx?.lockedUntil === undefined ? {} : { lockedUntilMs: Date.parse(leg.fx.lockedUntil) }),
    },
    createdAt: at,
    updatedAt: at,
  };
}
