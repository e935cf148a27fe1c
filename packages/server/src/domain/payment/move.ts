/**
 * Changes a leg, and with it the payment. Every step of the way is a transition of the table, so a leg that is refused before it
 * was ever submitted passes through `submitting`: whoever listens sees no jump. Pure.
 */
import { invariant } from '@switchyard/engine';
import type { LegStatus, Payment, PaymentIntentStatus, PaymentLeg } from './payment.ts';
import { isFinalPayment, LEG_TRANSITIONS, PAYMENT_TRANSITIONS, UNRESOLVED } from './states.ts';
import { detailOf, failureOf } from './status-detail.ts';

export interface Moved {
  readonly payment: Payment;
  /** What happened, in order. */
  readonly happenings: readonly Happening[];
}

export type Happening =
  | { readonly kind: 'leg'; readonly leg: PaymentLeg; readonly from: LegStatus }
  | {
      readonly kind: 'intent';
      readonly status: PaymentIntentStatus;
      readonly from: PaymentIntentStatus;
      /** As it was then: one move may take a payment through several statuses. */
      readonly payment: Payment;
    };

export interface LegPatch {
  readonly to?: LegStatus;
  readonly work?: Partial<PaymentLeg['work']>;
  readonly attempts?: number;
  readonly providerStatus?: PaymentLeg['providerStatus'];
  readonly charged?: PaymentLeg['charged'];
}

export function moveLeg(payment: Payment, legId: string, patch: LegPatch, at: Date): Moved {
  const leg = payment.legs.find(({ id }) => id === legId);
  invariant(leg !== undefined, 'a leg that moves belongs to its payment');
  const { to = leg.status } = patch;
  const patched: PaymentLeg = {
    ...leg,
    work: { ...leg.work, ...patch.work },
    attempts: patch.attempts ?? leg.attempts,
    ...(patch.providerStatus === undefined ? {} : { providerStatus: patch.providerStatus }),
    ...(patch.charged === undefined ? {} : { charged: patch.charged }),
    updatedAt: at,
  };
  const happenings: Happening[] = [];
  let current = patched;
  for (const status of wayOf(leg.status, to)) {
    const next = { ...patched, status };
    happenings.push({ kind: 'leg', leg: next, from: current.status });
    current = next;
  }
  const legs = payment.legs.map((other) => (other.id === legId ? current : other));
  return settleIntent({ ...payment, legs, updatedAt: at }, happenings);
}

/** What the legs make of the intent, step by step along its own table. */
export function settleIntent(payment: Payment, before: readonly Happening[] = []): Moved {
  const happenings = [...before];
  let current = { ...payment, detail: detailOf(payment) };
  if (isFinalPayment(payment.status)) return { payment: { ...current, status: payment.status }, happenings };
  const wanted = statusOf(payment);
  for (const status of intentWay(payment.status, wanted)) {
    const failure = status === 'failed' ? failureOf(payment) : undefined;
    const next = { ...current, status, ...(failure === undefined ? {} : { failure }) };
    const entered = { ...next, detail: detailOf(next) };
    happenings.push({ kind: 'intent', status, from: current.status, payment: entered });
    current = entered;
  }
  return { payment: current, happenings };
}

/** From one status of a leg to another along the table: at most by way of one other. */
function wayOf(from: LegStatus, to: LegStatus): readonly LegStatus[] {
  if (from === to) return [];
  if (LEG_TRANSITIONS[from].includes(to)) return [to];
  const byWay = BY_WAY_OF.find(
    (way) => LEG_TRANSITIONS[from].includes(way) && LEG_TRANSITIONS[way].includes(to),
  );
  invariant(byWay !== undefined, `a leg goes from ${from} to ${to} along its table`);
  return [byWay, to];
}

/** What is refused at once was submitting; what turns out to have been cancelled there had been submitted. */
const BY_WAY_OF = ['submitting', 'submitted'] as const;

function intentWay(from: PaymentIntentStatus, to: PaymentIntentStatus): readonly PaymentIntentStatus[] {
  if (from === to) return [];
  if (PAYMENT_TRANSITIONS[from].includes(to)) return [to];
  invariant(
    PAYMENT_TRANSITIONS.processing.includes(to),
    `an intent goes from ${from} to ${to} along its table`,
  );
  return ['processing', to];
}

function statusOf({ legs, cancelRequested }: Payment): PaymentIntentStatus {
  const own = legs.filter(({ compensationOf }) => compensationOf === undefined);
  if (own.every(({ status }) => status === 'settled')) return 'succeeded';
  const isStopped = own.some(({ status }) => status === 'failed' || status === 'cancelled');
  const isOpen = legs.some(({ status }) => UNRESOLVED.has(status));
  // The last leg that settled has the money, and those before it have passed it on.
  const holder = own.filter(({ status }) => HAD_MONEY.has(status)).at(-1);
  const isAway = holder !== undefined && holder.status !== 'returned';
  if (isStopped && !isOpen && !isAway && !legs.some(isWaitingReturn)) {
    const isCancelled = cancelRequested && own.some(({ status }) => status === 'cancelled');
    return isCancelled ? 'cancelled' : 'failed';
  }
  // Who has asked to cancel is not asked to approve any more.
  const isUsersTurn = !cancelRequested && own.some(({ status }) => status === 'requires_action');
  return isUsersTurn ? 'requires_action' : 'processing';
}

/** `review` too, of a leg whose return was refused. */
export const HAD_MONEY: ReadonlySet<LegStatus> = new Set(['settled', 'returning', 'returned', 'review']);

function isWaitingReturn({ compensationOf, status }: PaymentLeg): boolean {
  return compensationOf !== undefined && status === 'pending';
}
