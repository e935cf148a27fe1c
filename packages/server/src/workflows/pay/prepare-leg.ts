/**
 * Before a leg is begun: one that another takes on learns where to pay and what to look for there; a rail that numbers its own operations is asked
 * for the next number. The number itself is taken, and the final bytes are made, in the transaction that begins the call: a
 * number that nothing is sent under would hold up every one after it.
 */
import type { PaymentOrder, PaymentStep, SequencedPayment } from '@switchyard/rail-kit';
import type { LegWork, Payment, PaymentLeg } from '../../domain/payment/payment.ts';
import { receivingLeg } from '../../domain/payment/receiving-leg.ts';
import type { Transaction } from '../../store/database.ts';
import { takeRailSequence } from '../../store/payments.ts';
import { collectTo, paymentOrder } from './ask-rail.ts';
import type { Drive } from './drive.ts';

export type Preparation =
  /** `finish` is what is left to do in the transaction that begins the call. */
  | { readonly kind: 'ready'; finish?(tx: Transaction): Promise<Partial<LegWork>> }
  /** To be written down before anything else: asking took a part of the lease. */
  | { readonly kind: 'learnt'; readonly work: Partial<LegWork>; readonly finish?: undefined }
  /** It cannot be begun; nothing has left. */
  | { readonly kind: 'answer'; readonly answer: PaymentStep; readonly finish?: undefined };

/** How long what a rail said of its next number and its terms is used. */
const RESERVED_MS_MAX = 60_000;

export async function prepareLeg(drive: Drive, payment: Payment, leg: PaymentLeg): Promise<Preparation> {
  const next = receivingLeg(payment, leg);
  if (next !== undefined && leg.work.awaitsCredit === undefined)
    return prepareCredit(drive, payment, leg, next);
  if (leg.kind === 'on-chain' && leg.work.prepared === undefined)
    return prepareSequenced(drive, payment, leg);
  return { kind: 'ready' };
}

async function prepareCredit(
  { deps, environment }: Drive,
  payment: Payment,
  leg: PaymentLeg,
  { connectionId }: PaymentLeg,
): Promise<Preparation> {
  const collecting = await collectTo(deps, environment.id, leg, connectionId);
  if (collecting.kind !== 'done') return { kind: 'answer', answer: collecting };
  const { payee, reference } = collecting.result;
  const awaitsCredit = { connectionId, payee, reference, sinceMs: payment.createdAt.getTime() };
  return { kind: 'learnt', work: { awaitsCredit } };
}

async function prepareSequenced(drive: Drive, payment: Payment, leg: PaymentLeg): Promise<Preparation> {
  const { deps, keys, environment } = drive;
  const connection = await deps.connections.callable(environment.id, leg.connectionId);
  const sequenced = connection === undefined ? undefined : deps.caller.open(connection)?.payment?.sequenced;
  if (connection === undefined || sequenced === undefined)
    return { kind: 'answer', answer: { kind: 'unavailable' } };
  const order = await paymentOrder({ deps, keys, payment, leg, connection });
  if ('kind' in order) return { kind: 'answer', answer: order };
  const { reserved } = leg.work;
  if (reserved !== undefined && deps.now() - reserved.atMs < RESERVED_MS_MAX)
    return { kind: 'ready', finish: (tx) => number(tx, sequenced, order, leg, reserved) };
  const answer = await deps.caller.call(connection, { name: 'payment.reserve' }, () =>
    sequenced.reserve(order),
  );
  if (answer.kind !== 'done') return { kind: 'answer', answer };
  return { kind: 'learnt', work: { reserved: { ...answer.result, atMs: deps.now() } } };
}

/** `prepare` calls nobody, so it may be waited for while the number's row is locked. */
async function number(
  tx: Transaction,
  sequenced: SequencedPayment,
  order: PaymentOrder,
  leg: PaymentLeg,
  { sequence: atLeast, terms }: NonNullable<LegWork['reserved']>,
): Promise<Partial<LegWork>> {
  const sequence = await takeRailSequence(tx, leg.connectionId, atLeast);
  const { memo, ref } = await sequenced.prepare({ order, sequence, terms });
  return { prepared: memo, memo, ref };
}
