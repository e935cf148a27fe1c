/** Asks the rail of a leg for what a deed calls for. Every kind of leg has its own order, made from the two accounts. */
import { invariant } from '@switchyard/engine';
import type {
  Absent,
  Done,
  Failed,
  PaymentOrder,
  Payment as PaymentRole,
  PaymentStep,
  Payout,
  PayoutOrder,
  Rail,
} from '@switchyard/rail-kit';
import { isFailure, unavailable } from '@switchyard/rail-kit';
import type { LegFacts } from '../../domain/payment/next-deed.ts';
import type { Payment, PaymentLeg } from '../../domain/payment/payment.ts';
import { receivingLeg } from '../../domain/payment/receiving-leg.ts';
import type { CallableConnection } from '../../rails/call.ts';
import { findPayableAccount, type PayableAccount } from '../../store/accounts.ts';
import type { EnvironmentKeys } from '../../store/keyring.ts';
import type { WorkflowDeps } from '../deps.ts';
import { partyOf } from './parties.ts';

export interface LegCall {
  readonly deps: WorkflowDeps;
  readonly keys: EnvironmentKeys;
  readonly payment: Payment;
  readonly leg: PaymentLeg;
  readonly connection: CallableConnection;
  /** Asked at the last moment; without it, it never is. */
  readonly isTooLate?: () => boolean;
}

type Answer = PaymentStep | Absent;

export function factsOf(rail: Rail | undefined, leg: PaymentLeg, aheadMs: number): LegFacts {
  const role = leg.kind === 'payout' ? rail?.payout : rail?.payment;
  return {
    idempotencyRetentionMs: role?.facts.idempotencyRetentionMs,
    absenceHorizonMs: role?.facts.absenceHorizonMs,
    movesMoneyOn: role?.facts.movesMoneyOn ?? 'start',
    canCancel: role?.cancel !== undefined,
    aheadMs,
  };
}

export async function askRail(call: LegCall, deed: 'start' | 'resume' | 'query' | 'cancel'): Promise<Answer> {
  const { deps, leg, connection } = call;
  const movesMoney = deed === 'start' || deed === 'resume';
  const { isTooLate } = call;
  const how = { movesMoney, ...(isTooLate === undefined ? {} : { isTooLate }) };
  invariant(
    deed !== 'start' || receivingLeg(call.payment, leg) === undefined || leg.work.awaitsCredit !== undefined,
    'a leg that another takes on knows where it pays to',
  );
  if (leg.kind === 'payout') {
    const order = await payoutOrder(call);
    return deps.caller.call(connection, { name: `payout.${deed}`, ...how }, (rail) =>
      payOut(rail.payout, order, leg, deed),
    );
  }
  const order = await paymentOrder(call);
  if (isFailed(order)) return order;
  return deps.caller.call(connection, { name: `payment.${deed}`, ...how }, (rail) =>
    pay(rail.payment, order, leg, deed),
  );
}

async function pay(
  role: PaymentRole | undefined,
  order: PaymentOrder,
  { work }: PaymentLeg,
  deed: 'start' | 'resume' | 'query' | 'cancel',
): Promise<Answer> {
  if (role === undefined) return { kind: 'misconfigured' };
  const memo = work.memo ?? null;
  switch (deed) {
    case 'start':
      return role.start(order);
    case 'resume':
      return role.resume({ order, memo, ...work.returned });
    case 'query':
      return role.query({ order, ...(work.memo === undefined ? {} : { memo: work.memo }) });
    case 'cancel':
      return role.cancel?.({ order, memo }) ?? unavailable();
  }
}

async function payOut(
  role: Payout | undefined,
  order: PayoutOrder,
  { work }: PaymentLeg,
  deed: 'start' | 'resume' | 'query' | 'cancel',
): Promise<Answer> {
  if (role === undefined) return { kind: 'misconfigured' };
  switch (deed) {
    case 'start':
      return role.start(order);
    case 'resume':
    case 'query':
      return role.query({ order, ...(work.memo === undefined ? {} : { memo: work.memo }) });
    case 'cancel':
      return role.cancel?.({ order, memo: work.memo ?? null }) ?? unavailable();
  }
}

/** What a rail is asked to do with a leg; a failure when a pay-in cannot learn where to go. */
export async function paymentOrder({
  deps,
  keys,
  payment,
  leg,
  connection,
}: LegCall): Promise<PaymentOrder | Failed> {
  const { environmentId } = connection;
  const [from, to] = await bothAccounts(deps, keys, payment);
  const { reference, returnUri, channel, psu } = payment.details;
  const { awaitsCredit } = leg.work;
  const next = receivingLeg(payment, leg);
  const collecting =
    next !== undefined && awaitsCredit === undefined
      ? await collectTo(deps, environmentId, leg, next.connectionId)
      : undefined;
  if (collecting !== undefined && isFailed(collecting)) return collecting;
  const collected = awaitsCredit ?? collecting?.result;
  const said = collected?.reference ?? reference;
  return {
    key: leg.work.key,
    amount: { value: BigInt(leg.receive.value), asset: leg.receive.asset },
    scheme: leg.scheme,
    payer: await partyOf(deps, environmentId, from, leg.connectionId),
    payee: collected?.payee ?? (await partyOf(deps, environmentId, to, leg.connectionId)),
    ...(said === undefined ? {} : { reference: said }),
    returnUri,
    state: leg.work.state,
    channel,
    ...(psu === undefined ? {} : { psu }),
    ...(leg.work.prepared === undefined ? {} : { prepared: leg.work.prepared }),
  };
}

async function payoutOrder({ deps, keys, payment, leg, connection }: LegCall): Promise<PayoutOrder> {
  const [from, to] = await bothAccounts(deps, keys, payment);
  const { awaitsCredit } = leg.work;
  const isReturn = leg.compensationOf !== undefined;
  const payee =
    awaitsCredit?.payee ??
    (await partyOf(deps, connection.environmentId, isReturn ? from : to, leg.connectionId));
  // What comes back says so, in words that every scheme carries.
  const reference = isReturn ? RETURN_REFERENCE : (awaitsCredit?.reference ?? payment.details.reference);
  return {
    key: leg.work.key,
    amount: { value: BigInt(leg.receive.value), asset: leg.receive.asset },
    sendAsset: leg.send.asset,
    scheme: leg.scheme,
    payee,
    ...(reference === undefined ? {} : { reference }),
    ...(leg.work.fx === undefined ? {} : { quote: leg.work.fx }),
  };
}

const RETURN_REFERENCE = 'RETURNED';

/** Where a leg goes that another takes on: the balance of that one's rail. The same key has the same answer. */
export async function collectTo(
  deps: WorkflowDeps,
  environmentId: string,
  leg: PaymentLeg,
  connectionId: string,
): Promise<Done<{ readonly payee: PaymentOrder['payee']; readonly reference: string }> | Failed> {
  const transit = await deps.connections.callable(environmentId, connectionId);
  if (transit === undefined) return unavailable();
  const { asset } = leg.receive;
  return deps.caller.call(transit, { name: 'transit.collect' }, async (rail) =>
    rail.transit === undefined
      ? { kind: 'misconfigured' as const }
      : rail.transit.collectTo({ asset, key: leg.work.key }),
  );
}

/** False once one of its parties has been erased, which no open payment allows. */
export async function hasBothAccounts({
  deps,
  keys,
  payment,
}: Pick<LegCall, 'deps' | 'keys' | 'payment'>): Promise<boolean> {
  const ids = [payment.fromAccountId, payment.toAccountId];
  const found = await Promise.all(ids.map((id) => findPayableAccount(deps.db, keys, id)));
  return found.every((account) => account !== undefined);
}

async function bothAccounts(
  deps: WorkflowDeps,
  keys: EnvironmentKeys,
  payment: Payment,
): Promise<readonly [PayableAccount, PayableAccount]> {
  const [from, to] = await Promise.all([
    findPayableAccount(deps.db, keys, payment.fromAccountId),
    findPayableAccount(deps.db, keys, payment.toAccountId),
  ]);
  invariant(from !== undefined && to !== undefined, 'the accounts of a payment are there');
  return [from, to];
}

function isFailed(value: object): value is Failed {
  return 'kind' in value && typeof value.kind === 'string' && isFailure({ kind: value.kind });
}
