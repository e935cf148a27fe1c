/**
 * Judges the service by what it has committed and by what the providers have: after every commit and every event at a provider,
 * and again when everything has come to rest. The tables of states are told here once more, from the specification, so
 * that a mistake in the service's own is seen.
 */

import type { Process } from './process.ts';
import { BALANCES, creditReference, isBalanceRail } from './providers/balances.ts';
import type { Chain, Signed } from './providers/chain.ts';
import type { Ledger, ProviderPayment } from './providers/ledger.ts';
import type { Hold } from './providers/rates.ts';
import { NOT_LEARNT } from './service.ts';
import { PAYEE, PAYER, PAYTOS } from './setting.ts';
import type { Committed } from './store/memory-store.ts';
import { jobKey } from './store/statements.ts';
import type { Change, Row, Tables } from './store/tables.ts';
import type { World } from './world.ts';

export interface Oracle {
  onCommit(committed: Committed): void;
  onMoneyCall(rail: string, call: string, key: string): void;
  onBegun(process: Process, key: string): void;
  onEnded(process: Process, key: string): void;
  onRateUsed(process: Process, hold: Hold | undefined): void;
  onWalked(seen: readonly string[]): void;
  onCreated(payment: ProviderPayment): void;
  onChanged(payment: ProviderPayment): void;
  onMined(signed: Signed): void;
  onAcknowledged(paymentId: string, quoteId: string): void;
  onThrown(error: unknown): void;
  /** Everything has come to rest. */
  judge(): void;
}

export interface Judged {
  readonly world: World;
  readonly tables: () => Tables;
  readonly ledger: () => Ledger;
  readonly chain: () => Chain;
}

const LEG_TABLE: Readonly<Record<string, readonly string[]>> = {
  pending: ['requires_action', 'submitting', 'cancelled'],
  requires_action: ['submitting', 'submitted', 'settled', 'failed', 'cancelled', 'unknown'],
  submitting: ['submitted', 'settled', 'failed', 'unknown'],
  submitted: ['settled', 'failed', 'cancelled', 'unknown'],
  unknown: ['submitted', 'settled', 'failed', 'review'],
  review: ['settled', 'failed', 'returning'],
  settled: ['returning', 'returned'],
  returning: ['returned', 'review'],
};

const INTENT_TABLE: Readonly<Record<string, readonly string[]>> = {
  requires_action: ['processing', 'failed', 'cancelled'],
  processing: ['requires_action', 'succeeded', 'failed', 'cancelled'],
};

/** A process's clock may be this much behind; and from deciding to asking takes a moment. */
const RATE_OVERTIME_MS = 90_000;

const OPEN_LEGS: ReadonlySet<string> = new Set([
  'requires_action',
  'submitting',
  'submitted',
  'unknown',
  'review',
  'returning',
]);
const ENDED_BADLY: ReadonlySet<unknown> = new Set(['failed', 'cancelled']);
const FINAL: ReadonlySet<unknown> = new Set(['succeeded', 'failed', 'cancelled']);

export function createOracle({ world, tables, ledger, chain }: Judged): Oracle {
  /** By its provider key: the leg. */
  const legOfKey = new Map<string, string>();
  /** As the log tells it. */
  const told = new Map<string, string>();
  const acknowledged = new Map<string, string>();
  /** Who is calling for a leg right now. */
  const underWay = new Map<string, Process>();
  let lastSequence = 0;
  const { violation } = world;

  const legRow = (id: string | undefined) =>
    id === undefined ? undefined : tables().get(undefined, 'leg', id);
  const legsOf = (paymentId: unknown) =>
    tables()
      .rows(undefined, 'leg')
      .map(([, row]) => row)
      .filter((row) => row.payment_intent_id === paymentId);

  function judgeLeg({ key: id, before, after }: Change): void {
    if (after === undefined) {
      violation(`leg ${id} is gone`);
      return;
    }
    legOfKey.set(workOf(after).key, id);
    if (before !== undefined && before.status === after.status) return;
    world.trace(`leg ${id} ${before?.status ?? ''} → ${after.status}`);
    const status = after.status;
    if (status === 'settled') judgeSettled(after);
    if (ENDED_BADLY.has(status) && atProvider(after).some(canStillMove))
      violation(`leg ${id} is ${status}, and its money can still move`);
  }

  function judgeSettled(leg: Row): void {
    const { key, awaitsCredit } = workOf(leg);
    const { receive } = bodyOf(leg);
    const moved =
      leg.rail === 'chain'
        ? chain()
            .mined.filter((signed) => signed.key === key)
            .map(({ amount }) => amount.value)
        : atProvider(leg)
            .filter(({ hasSettled }) => hasSettled)
            .map(({ amount }) => amount.value);
    const total = moved.reduce((sum, value) => sum + value, 0n);
    if (total !== BigInt(receive.value)) violation(`leg ${leg.id} is settled with ${total}`);
    const next = nextOf(leg);
    if (next === undefined) return;
    if (awaitsCredit !== undefined) violation(`leg ${leg.id} is settled and waits for its credit`);
    if (creditOf(next.rail, key) !== BigInt(receive.value))
      violation(`leg ${leg.id} is settled without its credit`);
  }

  /** The leg of the route that takes the money on. */
  function nextOf(leg: Row): Row | undefined {
    if (bodyOf(leg).compensationOf !== undefined) return undefined;
    return legsOf(leg.payment_intent_id).find(
      (other) =>
        Number(other.sequence) === Number(leg.sequence) + 1 && bodyOf(other).compensationOf === undefined,
    );
  }

  function creditOf(rail: unknown, key: string): bigint {
    return ledger()
      .credits.filter((credit) => credit.rail === rail && credit.reference === creditReference(key))
      .reduce((sum, { amount }) => sum + amount.value, 0n);
  }

  /** A leg goes to the balance of the next one's rail, the last to the payee, and a return to the payer. */
  function judgePayee(leg: Row, payee: string): void {
    const next = nextOf(leg);
    const own = bodyOf(leg).compensationOf === undefined ? PAYTOS[PAYEE] : PAYTOS[PAYER];
    const meant = isBalanceRail(next?.rail) ? BALANCES[next.rail] : own;
    if (payee !== meant) violation(`the money of leg ${leg.id} goes to somebody else`);
  }

  function atProvider(leg: Row): readonly ProviderPayment[] {
    return ledger().payments.filter(({ rail, key }) => rail === leg.rail && legOfKey.get(key) === leg.id);
  }

  function judgeIntent({ key: id, before, after }: Change): void {
    if (after === undefined) {
      violation(`payment ${id} is gone`);
      return;
    }
    if (before === undefined) {
      const quote = tables().get(undefined, 'route_quote', String(after.quote_id));
      const twins = tables()
        .rows(undefined, 'payment_intent')
        .filter(([, row]) => row.quote_id === after.quote_id);
      if (twins.length > 1) violation(`quote ${after.quote_id} is used twice`);
      if ((quote?.body as Row | undefined)?.digest !== after.digest) violation('other terms are paid');
      return;
    }
    if (before.status === after.status) return;
    world.trace(`payment ${id} ${before.status} → ${after.status}`);
    if (FINAL.has(before.status)) violation(`payment ${id} was ${before.status} and is ${after.status}`);
    if (FINAL.has(after.status)) judgeFinal(id, after.status);
  }

  function judgeFinal(id: string, status: unknown): void {
    const legs = legsOf(id);
    const own = legs.filter((leg) => bodyOf(leg).compensationOf === undefined);
    if (status === 'succeeded') {
      if (!own.every((leg) => leg.status === 'settled')) violation(`payment ${id} succeeded before its legs`);
      return;
    }
    if (legs.some((leg) => OPEN_LEGS.has(String(leg.status))))
      violation(`payment ${id} is ${status} with an open leg`);
    const last = own.filter((leg) => leg.status === 'settled' || leg.status === 'returned').at(-1);
    if (last !== undefined && last.status !== 'returned')
      violation(`payment ${id} is ${status}, and its money is away`);
  }

  /** Every change of a state has its event, no event is without its change, and their orders agree. */
  function judgeEvents(changes: readonly Change[]): void {
    const events = changes
      .filter(({ table }) => table === 'event')
      .map(({ after }) => after)
      .filter((row) => row !== undefined)
      .sort((a, b) => Number(a.sequence) - Number(b.sequence));
    for (const event of events) {
      if (Number(event.sequence) <= lastSequence)
        violation('an event comes before one that could be read already');
      lastSequence = Math.max(lastSequence, Number(event.sequence));
      judgeEvent(event);
    }
    for (const { table, key, after } of changes) {
      if (table !== 'leg' && table !== 'payment_intent') continue;
      const status = String(after?.status);
      const known = told.get(key) ?? (table === 'leg' ? 'pending' : undefined);
      if (known !== status) violation(`${key} is ${status}, and the log says ${known}`);
    }
  }

  function judgeEvent(event: Row): void {
    const id = String(event.object_id);
    const isLeg = event.type === 'leg.updated';
    const object = (event.data as { readonly object: Row }).object;
    const status = String(isLeg ? object.status : String(event.type).split('.')[1]);
    const from = (event.previous as Row | null)?.status;
    const known = told.get(id) ?? (isLeg ? 'pending' : undefined);
    if (known !== from && !(known === undefined && from === undefined))
      violation(`an event of ${id} goes from ${from}, not ${known}`);
    const table = isLeg ? LEG_TABLE : INTENT_TABLE;
    const isBirth = from === undefined && status === 'processing';
    if (!isBirth && !(table[String(from)] ?? []).includes(status))
      violation(`${id} goes from ${from} to ${status}`);
    told.set(id, status);
    if (!isLeg && status === 'succeeded') {
      const open = legsOf(id).filter(
        (leg) => bodyOf(leg).compensationOf === undefined && told.get(String(leg.id)) !== 'settled',
      );
      if (open.length > 0) violation(`the log tells of success before ${open[0]?.id} has settled`);
    }
    if (
      !isLeg &&
      ENDED_BADLY.has(status) &&
      legsOf(id).some((leg) => OPEN_LEGS.has(told.get(String(leg.id)) ?? ''))
    )
      violation(`the log tells that ${id} is ${status} before its legs have ended`);
  }

  /** Only under a lease that nobody has taken over is a leg moved or a call begun. */
  function judgeFence({ changes, held, statements }: Committed): void {
    for (const { table, before, after } of changes) {
      const isMove = table === 'leg' && before !== undefined && before.status !== after?.status;
      if (!isMove && !(table === 'rail_operation' && statements.includes('rail-operation-begin'))) continue;
      const leg = isMove ? after : legRow(String(after?.leg_id));
      const job = jobKey('payment.drive', leg?.payment_intent_id);
      const lease = held.find((one) => one.job === job);
      const epoch = String(tables().get(undefined, 'job', job)?.lease_epoch);
      if (lease === undefined) violation(`leg ${leg?.id} is moved without a lease`);
      else if (lease.epoch !== epoch) violation(`leg ${leg?.id} is moved under a lease that was taken over`);
    }
  }

  /** What comes again is no news. */
  function judgeNotice({ changes, statements }: Committed): void {
    if (!statements.includes('provider-notice-insert')) return;
    const isNew = changes.some(({ table, before }) => table === 'provider_notice' && before === undefined);
    if (!isNew) violation('a delivery was taken twice');
  }

  return {
    onCommit(committed) {
      const { changes, by, statements } = committed;
      world.trace(`${by} commits ${statements.join(' ')}`);
      judgeFence(committed);
      judgeNotice(committed);
      for (const change of changes) {
        if (change.table === 'leg') judgeLeg(change);
        if (change.table === 'payment_intent') judgeIntent(change);
      }
      judgeEvents(changes);
    },
    onMoneyCall(rail, call, key) {
      const operation = tables().get(undefined, 'rail_operation', `${key} ${call}`);
      world.trace(`${rail} hears ${call} of ${key.slice(0, 8)}`);
      if (operation === undefined) violation(`${rail} was called to ${call} without a committed operation`);
    },
    onBegun(process, key) {
      const other = underWay.get(key);
      // A process that was stopped wakes up in the middle of what others have taken over; nothing else may overlap.
      const isExcused = other === undefined || !other.isAlive || other.hasPaused || process.hasPaused;
      if (!isExcused) violation('two calls for the same leg are under way at once');
      underWay.set(key, process);
    },
    onEnded(process, key) {
      if (underWay.get(key) === process) underWay.delete(key);
    },
    onRateUsed(process, hold) {
      // A process that was stopped could not know better; its provider refuses it.
      if (hold === undefined || process.hasPaused) return;
      if (world.nowMs() > hold.untilMs + RATE_OVERTIME_MS)
        violation('a payout was asked for at a rate that had lapsed');
    },
    onWalked(seen) {
      const all = tables()
        .rows(undefined, 'event')
        .map(([id]) => id);
      if (new Set(seen).size !== seen.length) violation('a walker saw an event twice');
      if (seen.length !== all.length) violation(`a walker saw ${seen.length} of ${all.length} events`);
    },
    onCreated(payment) {
      const { rail, key } = payment;
      const leg = legRow(legOfKey.get(key));
      if (leg === undefined) return violation(`${rail} has a payment that belongs to no leg`);
      if (atProvider(leg).length > 1) violation(`a leg has two payments at ${rail}`);
      if (payment.amount.value !== BigInt(bodyOf(leg).receive.value))
        violation(`${rail} pays another amount`);
      judgePayee(leg, payment.payee);
      if (!isBalanceRail(rail)) return;
      judgePayout(leg);
      const { compensationOf, send } = bodyOf(leg);
      if (compensationOf !== undefined || nextOf(leg) !== undefined) return;
      if (payment.rate === undefined) violation('a payout was made without the rate it was quoted at');
      else if (BigInt(payment.rate.send) > BigInt(send.value))
        violation('a payout was made at a rate below its terms');
    },
    onChanged({ key, rail, status }) {
      const leg = legRow(legOfKey.get(key));
      const moves = status === 'executing' || status === 'settled';
      if (moves && ENDED_BADLY.has(leg?.status))
        violation(`${rail} moves the money of a leg that is ${leg?.status}`);
    },
    onMined({ key, payee }) {
      if (chain().mined.filter((signed) => signed.key === key).length > 1)
        violation('a leg is on the chain twice');
      const leg = legRow(legOfKey.get(key));
      if (leg !== undefined) judgePayee(leg, payee);
      if (ENDED_BADLY.has(leg?.status))
        violation(`the chain moves the money of a leg that is ${leg?.status}`);
    },
    onAcknowledged(paymentId, quoteId) {
      const before = acknowledged.get(quoteId);
      if (before !== undefined && before !== paymentId) violation(`quote ${quoteId} was acknowledged twice`);
      acknowledged.set(quoteId, paymentId);
    },
    onThrown(error) {
      if (error === NOT_LEARNT || (error instanceof Error && 'code' in error)) return;
      violation(`it threw: ${error instanceof Error ? error.stack : error}`);
    },
    judge() {
      for (const [quoteId, id] of acknowledged)
        if (tables().get(undefined, 'payment_intent', id) === undefined)
          violation(`the payment of ${quoteId} was acknowledged and is gone`);
      for (const [id, row] of tables().rows(undefined, 'payment_intent')) judgeRest(id, row);
    },
  };

  /** What leaves the balance for a payment is what came in for it, and leaves once. */
  function judgePayout(leg: Row): void {
    const legs = legsOf(leg.payment_intent_id);
    const credited = legs.reduce((sum, other) => sum + creditOf(leg.rail, workOf(other).key), 0n);
    const left = legs
      .filter((other) => other.rail === leg.rail)
      .flatMap(atProvider)
      .filter(({ status }) => status !== 'refused')
      .reduce((sum, { amount }) => sum + amount.value, 0n);
    if (left > credited)
      violation(`${left} leave the balance, and ${credited} came for ${leg.payment_intent_id}`);
  }

  function judgeRest(id: string, row: Row): void {
    const legs = legsOf(id);
    const isReviewed = legs.some((leg) => leg.status === 'review');
    if (!FINAL.has(row.status) && !isReviewed) {
      const where = legs.map((leg) => `${leg.rail} ${leg.status}`).join(', ');
      violation(`payment ${id} never ends: ${row.status}, ${where}`);
    }
    for (const leg of legs)
      if (leg.status === 'review' && !mayBeReviewed(leg))
        violation(`leg ${leg.id} on ${leg.rail} needs no review`);
  }

  /** Where nobody but a person can find out: no answer on a rail that cannot be asked, a wrong credit, a return that is refused. */
  function mayBeReviewed(leg: Row): boolean {
    const { key, memo } = workOf(leg);
    const { receive } = bodyOf(leg);
    if (leg.rail === 'plain' && memo === undefined) return true;
    const isReturning = legsOf(leg.payment_intent_id).some(
      (other) => bodyOf(other).compensationOf === leg.id,
    );
    const next = nextOf(leg);
    return isReturning || (next !== undefined && creditOf(next.rail, key) !== BigInt(receive.value));
  }
}

function canStillMove({ status, wasShown, rail }: ProviderPayment): boolean {
  return (
    status === 'executing' ||
    status === 'settled' ||
    (status === 'awaiting_user' && wasShown && rail !== 'two-step')
  );
}

interface Work {
  readonly key: string;
  readonly memo?: unknown;
  readonly awaitsCredit?: unknown;
}

function workOf(leg: Row): Work {
  // Written by the store, and not sealed here.
  return JSON.parse((leg.work as Buffer).toString()) as Work;
}

interface Body {
  readonly kind: string;
  readonly send: { readonly value: string };
  readonly receive: { readonly value: string };
  readonly compensationOf?: string;
}

function bodyOf(leg: Row): Body {
  return leg.body as unknown as Body;
}
