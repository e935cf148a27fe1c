/**
 * Before a leg is begun: a pay-in learns where to pay and what to look for there; a rail that numbers its own operations gets its
 * number under a row lock and its final bytes, which are stored before they are sent.
 */
import type { PaymentStep } from '@switchyard/rail-kit';
import type { LegWork, Payment, PaymentLeg } from '../../domain/payment/payment.ts';
import { findPayableAccount } from '../../store/accounts.ts';
import { takeRailSequence } from '../../store/payments.ts';
import { collectTo } from './ask-rail.ts';
import type { Drive } from './drive-payment.ts';
import { partyOf } from './parties.ts';

export type Preparation =
  | { readonly kind: 'ready'; readonly work: Partial<LegWork> }
  /** It cannot be begun; nothing has left. */
  | { readonly kind: 'answer'; readonly answer: PaymentStep };

export async function prepareLeg(drive: Drive, payment: Payment, leg: PaymentLeg): Promise<Preparation> {
  if (leg.kind === 'pay-in' && leg.work.awaitsCredit === undefined) return preparePayIn(drive, payment, leg);
  if (leg.kind === 'on-chain' && leg.work.prepared === undefined)
    return prepareSequenced(drive, payment, leg);
  return { kind: 'ready', work: {} };
}

async function preparePayIn(
  { deps, environment }: Drive,
  payment: Payment,
  leg: PaymentLeg,
): Promise<Preparation> {
  const collecting = await collectTo(deps, environment.id, payment, leg);
  if (collecting.kind !== 'done') return { kind: 'answer', answer: collecting };
  const next = payment.legs.find(({ sequence }) => sequence === leg.sequence + 1);
  const { reference } = collecting.result;
  return {
    kind: 'ready',
    work: { awaitsCredit: { connectionId: next?.connectionId ?? '', reference, sinceMs: deps.now() } },
  };
}

async function prepareSequenced(drive: Drive, payment: Payment, leg: PaymentLeg): Promise<Preparation> {
  const { deps, environment, keys } = drive;
  const connection = await deps.connections.callable(environment.id, leg.connectionId);
  const sequenced = connection === undefined ? undefined : deps.caller.open(connection)?.payment?.sequenced;
  if (connection === undefined || sequenced === undefined)
    return { kind: 'answer', answer: { kind: 'unavailable' } };
  const [from, to] = await Promise.all([
    findPayableAccount(deps.db, keys, payment.fromAccountId),
    findPayableAccount(deps.db, keys, payment.toAccountId),
  ]);
  if (from === undefined || to === undefined) return { kind: 'answer', answer: { kind: 'rejected' } };
  const { returnUri, channel } = payment.details;
  const order = {
    key: leg.work.key,
    amount: { value: BigInt(leg.receive.value), asset: leg.receive.asset },
    scheme: leg.scheme,
    payer: await partyOf(deps, environment.id, from, leg.connectionId),
    payee: await partyOf(deps, environment.id, to, leg.connectionId),
    returnUri,
    state: leg.work.state,
    channel,
  };
  const reserved = await deps.caller.call(connection, { name: 'payment.reserve' }, () =>
    sequenced.reserve(order),
  );
  if (reserved.kind !== 'done') return { kind: 'answer', answer: reserved };
  const sequence = await deps.db.transaction(environment.id, async (tx) => ({
    commit: true,
    value: await takeRailSequence(tx, leg.connectionId, reserved.result.sequence),
  }));
  const prepared = await sequenced.prepare({ order, sequence, terms: reserved.result.terms });
  return { kind: 'ready', work: { prepared: prepared.memo, memo: prepared.memo, ref: prepared.ref } };
}
