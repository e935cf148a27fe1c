/**
 * Moves a payment on, deed by deed, under the lease of its job. What may move money is written down and committed before the first
 * byte leaves; what the rail answers is written in a transaction that holds the lease again. Whatever happens in between,
 * the rows say what is known and what is not.
 */
import { API_VERSION, invariant } from '@switchyard/engine';
import { type Absent, isFailure, type PaymentStep } from '@switchyard/rail-kit';
import type { EventCause } from '../../domain/event.ts';
import { compensate } from '../../domain/payment/compensate.ts';
import { lookBackAt, nextLookBackMs } from '../../domain/payment/late-returns.ts';
import { legCost } from '../../domain/payment/leg-cost.ts';
import { type Happening, type LegPatch, type Moved, moveLeg } from '../../domain/payment/move.ts';
import { type Deed, type LegFacts, nextDeed } from '../../domain/payment/next-deed.ts';
import type { LegWork, Payment, PaymentLeg } from '../../domain/payment/payment.ts';
import { loseSight, takeAnswer, takeLateAnswer } from '../../domain/payment/take-answer.ts';
import { presentLeg, presentPaymentForEvent } from '../../presenters/payment-intent.ts';
import { CALL_TIMEOUT_MS } from '../../rails/limits.ts';
import type { Transaction } from '../../store/database.ts';
import { insertEvent } from '../../store/events.ts';
import { holdJob, LEASE_MS, type Lease } from '../../store/jobs.ts';
import {
  beginRailOperation,
  changePayment,
  endRailOperation,
  findPayment,
  loadPayment,
  type MoneyCall,
  type OperationEnd,
} from '../../store/payments.ts';
import type { WorkflowDeps } from '../deps.ts';
import { askRail, factsOf, hasBothAccounts } from './ask-rail.ts';
import type { Drive } from './drive.ts';
import { followUpKey } from './follow-up-key.ts';
import { countUse, endedLegs, learnFromLeg, snapshotAtHand } from './leg-in-the-books.ts';
import { lockAgain } from './lock-again.ts';
import { lookForCredit } from './look-for-credit.ts';
import { prepareLeg } from './prepare-leg.ts';

/** Deeds in one go; a payment has few, and a mistake of ours must not spin. */
const DEEDS_MAX = 25;
const SOON_MS = 1_000;
/** A call that is begun within this much of a lease ends within the lease. */
const BEGIN_MS_MAX = LEASE_MS - CALL_TIMEOUT_MS - 1_000;

/** Answers when to look at the payment again; undefined when there is nothing left to do. */
export async function drivePayment(
  deps: WorkflowDeps,
  lease: Lease,
  cause: EventCause,
): Promise<Date | undefined> {
  const environment = await deps.environmentOf(lease.environmentId);
  invariant(environment !== undefined, 'a job belongs to an environment');
  const keys = await deps.keyring.of(environment.id);
  const startedMs = deps.elapsedMs();
  const isTooLate = () => deps.elapsedMs() - startedMs > BEGIN_MS_MAX;
  const drive: Drive = { deps, environment, keys, lease, cause, isTooLate };
  for (let deeds = 0; deeds < DEEDS_MAX; deeds += 1) {
    const payment = await findPayment(deps.db, drive.keys, lease.subjectId);
    if (payment === undefined) return undefined;
    const rails = await openRails(drive, payment);
    const settled = deeds === 0 ? lookBackAt(payment) : undefined;
    if (settled !== undefined) await lookBack(drive, payment, settled);
    // A job runs before its time when somebody has news or waits.
    const isAsked = deeds === 0;
    const deed = nextDeed(payment, (leg) => rails.get(leg.id) ?? NOTHING_KNOWN, deps.now(), isAsked);
    if (deed.kind === 'rest') {
      const untilMs = deed.untilMs ?? nextLookBackMs(payment, deps.now());
      return untilMs === undefined ? undefined : new Date(untilMs);
    }
    // What is begun late in a lease could outlive it: whoever goes on does so under another.
    if (isTooLate()) return new Date(deps.now());
    const isOurs = await perform(drive, payment, deed, rails.get(deed.leg.id) ?? NOTHING_KNOWN);
    // The job stays: a lease that is over may not have been taken up by anybody yet.
    if (!isOurs) return new Date(deps.now());
  }
  return new Date(deps.now() + SOON_MS);
}

/** A rail that cannot be opened promises nothing, so nothing is resent. */
const NOTHING_KNOWN: LegFacts = {
  idempotencyRetentionMs: undefined,
  absenceHorizonMs: undefined,
  movesMoneyOn: 'start',
  canCancel: false,
  aheadMs: 0,
};

async function openRails(
  { deps, environment }: Drive,
  payment: Payment,
): Promise<ReadonlyMap<string, LegFacts>> {
  const opened = payment.legs.map(async (leg) => {
    const connection = await deps.connections.callable(environment.id, leg.connectionId);
    const rail = connection === undefined ? undefined : deps.caller.open(connection);
    return [leg.id, factsOf(rail, leg, deps.aheadMs)] as const;
  });
  return new Map(await Promise.all(opened));
}

type Working = Exclude<Deed, { kind: 'rest' }>;

/** False when the lease has been lost: whoever has it goes on. */
async function perform(drive: Drive, payment: Payment, deed: Working, facts: LegFacts): Promise<boolean> {
  const { leg } = deed;
  const nowMs = drive.deps.now();
  switch (deed.kind) {
    case 'drop':
      return write(drive, leg.id, () => ({ to: 'cancelled', work: { refusal: 'cancelled' } }));
    case 'lose_sight':
      return write(drive, leg.id, () => loseSight(nowMs));
    case 'give_to_operator':
      return write(drive, leg.id, () => ({ to: 'review' }));
    case 'await_credit':
      return lookForCredit(drive, leg, (patchOf) => write(drive, leg.id, patchOf));
    case 'lock_again':
      return lockAgain(drive, leg, (patchOf) => write(drive, leg.id, patchOf));
    case 'query':
      return ask(drive, payment, leg, 'query', facts);
    case 'cancel':
    case 'resume':
    case 'start':
      return callForMoney(drive, payment, leg, deed.kind, facts);
  }
}

/** Written down, committed, called, and the answer written down. */
async function callForMoney(
  drive: Drive,
  payment: Payment,
  leg: PaymentLeg,
  call: MoneyCall,
  facts: LegFacts,
): Promise<boolean> {
  const prepared = call === 'start' ? await prepareLeg(drive, payment, leg) : undefined;
  if (prepared?.kind === 'answer')
    return write(drive, leg.id, (fresh, nowMs) => takeAnswer(fresh, 'start', prepared.answer, facts, nowMs));
  if (prepared?.kind === 'learnt') return write(drive, leg.id, () => ({ work: prepared.work }));
  const begun = await write(
    drive,
    leg.id,
    async (fresh, nowMs, tx) => ({
      ...(call === 'start' && !fresh.requiresAction && fresh.status === 'pending'
        ? { to: 'submitting' as const }
        : {}),
      attempts: fresh.attempts + (call === 'cancel' ? 0 : 1),
      work: {
        ...(call === 'cancel' ? { cancelAsked: true as const } : opened(fresh, nowMs - drive.deps.aheadMs)),
        ...(await prepared?.finish?.(tx)),
      },
    }),
    (tx, at) =>
      beginRailOperation(tx, { key: leg.work.key, legId: leg.id, call, epoch: drive.lease.epoch, at }),
  );
  if (!begun) return false;
  const payment_ = await findPayment(drive.deps.db, drive.keys, payment.id);
  const leg_ = payment_?.legs.find(({ id }) => id === leg.id);
  invariant(payment_ !== undefined && leg_ !== undefined, 'a leg that has just been begun is there');
  // Whoever was stopped since then may wake up when others have taken the leg over and brought it to its end.
  const isStillBegun = call === 'cancel' ? leg_.status === leg.status : leg_.work.call === 'open';
  if (!isStillBegun) return false;
  return ask(drive, payment_, leg_, call, facts);
}

/** When one was open already, nobody knows what became of it. */
function opened({ work }: PaymentLeg, realMs: number): Partial<LegWork> {
  const doubt = work.call === 'open' ? { doubt: true } : {};
  return { call: 'open', begunMs: work.begunMs ?? realMs, sentMs: realMs, ...doubt };
}

/** Somebody has news of a payment that has ended: whether its money has come back is asked, and nothing else. */
async function lookBack(drive: Drive, payment: Payment, leg: PaymentLeg): Promise<void> {
  const { deps, keys, environment } = drive;
  const connection = await deps.connections.callable(environment.id, leg.connectionId);
  // Of a payment whose payee has been erased there is nothing left to ask by.
  if (connection === undefined || !(await hasBothAccounts({ deps, keys, payment }))) return;
  const patch = takeLateAnswer(await askRail({ deps, keys, payment, leg, connection }, 'query'));
  if (patch.to !== undefined) await write(drive, leg.id, () => patch);
}

async function ask(
  drive: Drive,
  payment: Payment,
  leg: PaymentLeg,
  call: MoneyCall | 'query',
  facts: LegFacts,
): Promise<boolean> {
  const { deps, keys, environment } = drive;
  const connection = await deps.connections.callable(environment.id, leg.connectionId);
  const startedMs = deps.now();
  const answer: PaymentStep | Absent =
    connection === undefined
      ? { kind: 'unavailable' }
      : await askRail({ deps, keys, payment, leg, connection, isTooLate: drive.isTooLate }, call);
  const answeredMs = deps.now();
  const isWritten = await write(
    drive,
    leg.id,
    (fresh, nowMs) => takeAnswer(fresh, call, answer, facts, nowMs),
    (tx, at) => {
      if (call === 'query') return;
      endRailOperation(tx, { key: leg.work.key, call, status: endOf(answer), at });
    },
  );
  if (call === 'start' && !isFailure(answer)) {
    const latencyMs = answeredMs - startedMs;
    await learnFromLeg(drive, payment, { leg: { ...leg, status: 'pending' }, latencyMs });
  }
  return isWritten;
}

/** A refusal is an answer too; that nobody could be asked is none. */
function endOf({ kind }: PaymentStep | Absent): OperationEnd {
  if (kind === 'unknown_outcome') return 'unknown';
  return kind === 'unavailable' ? 'unavailable' : 'answered';
}

/**
 * Applies a patch to the leg as it is now, not as it was seen: while a call was under way the user may have come back or asked to
 * cancel, and an answer must never be lost for that.
 */
async function write(
  drive: Drive,
  legId: string,
  patchOf: (leg: PaymentLeg, nowMs: number, tx: Transaction) => LegPatch | Promise<LegPatch>,
  besides: (tx: Transaction, at: Date) => void = () => undefined,
): Promise<boolean> {
  const { deps, environment, keys, lease } = drive;
  const snapshot = await snapshotAtHand(drive);
  const written = await deps.db.transaction<Moved | undefined>(environment.id, async (tx) => {
    if (!(await holdJob(tx, lease))) return { commit: false, value: undefined };
    const loaded = await loadPayment(tx, keys, lease.subjectId);
    const leg = loaded?.payment.legs.find(({ id }) => id === legId);
    invariant(loaded !== undefined && leg !== undefined, 'a leg that is driven belongs to a payment');
    const at = new Date(deps.now());
    const moved = compensate(
      moveLeg(loaded.payment, legId, await patchOf(leg, at.getTime(), tx), at),
      (undone) => newReturnLeg(deps, undone),
      at,
    );
    const isSaved = await changePayment(tx, keys, loaded.dataKey, moved.payment);
    invariant(isSaved, 'a payment that was read under its lock is changed by nobody else meanwhile');
    besides(tx, at);
    tellOf(drive, tx, moved, at);
    for (const ended of endedLegs(moved)) {
      if (snapshot === undefined || ended.status !== 'settled') continue;
      await countUse(drive, tx, snapshot, moved.payment, ended);
    }
    return { commit: true, value: moved };
  });
  if (written === undefined) return false;
  for (const leg of endedLegs(written)) {
    const cost = leg.status === 'settled' ? legCost(leg) : undefined;
    if (cost !== undefined) deps.onLegCost?.(cost);
    await learnFromLeg(drive, written.payment, { leg });
  }
  return true;
}

/** A leg that makes another undone, under a key that follows from that one's: it is never sent twice. */
export function newReturnLeg(deps: Pick<WorkflowDeps, 'newId' | 'newUuid'>, undone: PaymentLeg) {
  return { id: deps.newId('leg_'), key: followUpKey(undone.work.key, 'return'), state: deps.newUuid() };
}

/** One event for each change of state, in the order in which they happened. */
export function tellOf(
  drive: Pick<Drive, 'cause'> & { readonly deps: Pick<WorkflowDeps, 'newId' | 'onPayment'> },
  tx: Transaction,
  { payment, happenings }: Moved,
  at: Date,
): void {
  for (const happening of happenings) {
    if (happening.kind !== 'leg') drive.deps.onPayment?.(happening.status);
    insertEvent(tx, {
      id: drive.deps.newId('evt_'),
      ...eventOf(payment, happening),
      previous: { status: happening.from },
      cause: drive.cause,
      apiVersion: API_VERSION,
      createdAt: at,
    });
  }
}

function eventOf(payment: Payment, happening: Happening) {
  if (happening.kind === 'leg') {
    return {
      type: 'leg.updated',
      objectId: happening.leg.id,
      object: presentLeg(payment, happening.leg),
    } as const;
  }
  const object = presentPaymentForEvent(happening.payment);
  return { type: `payment_intent.${happening.status}`, objectId: payment.id, object } as const;
}
