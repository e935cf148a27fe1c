import type { Custody } from '@switchyard/engine';
import type { EventRecord } from '../domain/event.ts';
import { cancellable } from '../domain/payment/cancellable.ts';
import { reversibleUntil } from '../domain/payment/late-returns.ts';
import { moneyPosition } from '../domain/payment/money-position.ts';
import type { Payment, PaymentLeg } from '../domain/payment/payment.ts';
import { isFinalPayment } from '../domain/payment/states.ts';
import { currentLeg } from '../domain/payment/status-detail.ts';
import { explain } from '../messages/explain.ts';
import type { Presented } from './presented.ts';

const WAIT_MS = 1_000;

export function presentPayment(payment: Payment): Presented<'paymentIntents.get'> {
  const { details } = payment;
  const action = actionOf(payment);
  return {
    ...presentPublic(payment),
    ...(action === undefined ? {} : { action }),
    ...(details.reference === undefined ? {} : { reference: details.reference }),
    metadata: details.metadata,
  };
}

/** Events hold no reference, no metadata and no action. */
export function presentPaymentForEvent(payment: Payment): EventRecord['object'] {
  return { ...presentPublic(payment) };
}

export function presentLeg(payment: Payment, leg: PaymentLeg) {
  const { id, sequence, kind, rail, connectionId, status, send, receive, fees, attempts } = leg;
  const until = reversibleUntil(leg);
  return {
    id,
    object: 'leg' as const,
    paymentIntent: payment.id,
    sequence,
    kind,
    rail,
    connection: connectionId,
    status,
    send,
    receive,
    fees,
    attempts,
    providerStatus: leg.providerStatus ?? null,
    ...(leg.compensationOf === undefined ? {} : { compensationOf: leg.compensationOf }),
    finality: {
      basis: leg.finality,
      ...(until === undefined ? {} : { reversibleUntil: until.toISOString() }),
    },
    createdAt: leg.createdAt.toISOString(),
    updatedAt: leg.updatedAt.toISOString(),
  };
}

function presentPublic(payment: Payment) {
  const { failure } = payment;
  const { now, explanation } = cancellable(payment);
  const position: readonly { holder: string; custody: Custody; asset: string; value: string }[] =
    moneyPosition(payment);
  return {
    id: payment.id,
    object: 'payment_intent' as const,
    quote: payment.quoteId,
    digest: payment.digest,
    ...(payment.customerId === undefined ? {} : { customer: payment.customerId }),
    from: payment.fromAccountId,
    to: payment.toAccountId,
    send: payment.send,
    receive: payment.receive,
    status: payment.status,
    statusDetail: explain(payment.detail),
    legs: payment.legs.map((leg) => presentLeg(payment, leg)),
    ...(failure === undefined
      ? {}
      : { failure: { code: failure.code, explanation: explain(failure.explanation) } }),
    moneyPosition: position,
    cancellable: { now, explanation: explain(explanation) },
    createdAt: payment.createdAt.toISOString(),
    updatedAt: payment.updatedAt.toISOString(),
  };
}

function actionOf({ status, legs }: Payment): Presented<'paymentIntents.get'>['action'] {
  if (isFinalPayment(status)) return undefined;
  const leg = currentLeg(legs);
  const action = leg?.work.action;
  if (status !== 'requires_action' || leg === undefined || action === undefined) {
    return { type: 'wait', pollAfterMs: WAIT_MS };
  }
  return action.type === 'sdk' ? { ...action, rail: leg.rail } : action;
}
