/**
 * Events of every type, about examples: what somebody who builds a receiver wants to see before the first payment. The objects
 * are those of the documentation, in the state that the event tells of, with the sentences that the service would say.
 *
 * Nothing in them exists, and everybody can see it: every id in them begins with `TEST`. No real id does, because ids are
 * numbers of 128 bits, whose first digit of 22 in base 62 is at most 7.
 */
import { EVENT_OBJECT_EXAMPLES, type EventObject, type EventType } from '@switchyard/contract';
import { explain } from '../messages/explain.ts';

export interface SampleEvent {
  readonly object: EventObject;
  readonly previous?: Readonly<Record<string, unknown>>;
}

/** `newChars` gives as many base62 characters as it is asked for. */
export function sampleEvent(
  type: EventType,
  { at, newChars }: { readonly at: Date; readonly newChars: (count: number) => string },
): SampleEvent {
  const sample = SAMPLES[type];
  const object = retold(sample.object, { at, newChars, ids: new Map() });
  return { ...sample, object };
}

const { linkSession, account, paymentIntent, leg, connection } = EVENT_OBJECT_EXAMPLES;
const { rail } = leg;
const { action: _linkAction, ...linkSessionEnded } = {
  ...linkSession,
  explanation: explain({ key: 'link_session.forced', vars: { rail } }),
};
const { action, ...payment } = paymentIntent;
const notCancellable = (key: 'cancel.ended' | 'cancel.too_late') => ({
  now: false,
  explanation: explain({ key, vars: {} }),
});
const submittedLeg = {
  ...leg,
  status: 'submitted' as const,
  providerStatus: { word: 'authorized', iso20022: 'ACTC' },
};
const settledLeg = {
  ...leg,
  status: 'settled' as const,
  providerStatus: { word: 'executed', iso20022: 'ACSC' },
};
const failedLeg = { ...leg, status: 'failed' as const, providerStatus: { word: 'failed' } };
const cancelledLeg = { ...leg, status: 'cancelled' as const };

const SAMPLES: Readonly<Record<EventType, SampleEvent>> = {
  'link_session.completed': {
    object: { ...linkSessionEnded, status: 'completed', accounts: [account.id] },
  },
  'link_session.failed': {
    object: {
      ...linkSessionEnded,
      status: 'failed',
      failure: {
        code: 'user_declined',
        explanation: explain({ key: 'link_session.user_declined', vars: {} }),
      },
    },
  },
  'account.updated': { object: account },
  'account.reauth_required': {
    object: { ...account, status: 'reauth_required' },
    previous: { status: 'active' },
  },
  'payment_intent.requires_action': {
    object: {
      ...payment,
      ...(action === undefined ? {} : { action }),
      status: 'requires_action',
      statusDetail: explain({ key: 'payment.awaiting_approval', vars: { rail } }),
      cancellable: { now: true, explanation: explain({ key: 'cancel.possible', vars: {} }) },
    },
    previous: { status: 'processing' },
  },
  'payment_intent.processing': {
    object: {
      ...payment,
      status: 'processing',
      statusDetail: explain({ key: 'payment.submitted', vars: { rail } }),
      legs: [submittedLeg],
      cancellable: notCancellable('cancel.too_late'),
    },
    previous: { status: 'requires_action' },
  },
  'payment_intent.succeeded': {
    object: {
      ...payment,
      status: 'succeeded',
      statusDetail: explain({ key: 'payment.succeeded', vars: {} }),
      legs: [settledLeg],
      moneyPosition: [{ holder: 'payee', custody: 'none', ...payment.receive }],
      cancellable: notCancellable('cancel.ended'),
    },
    previous: { status: 'processing' },
  },
  'payment_intent.failed': {
    object: {
      ...payment,
      status: 'failed',
      statusDetail: explain({ key: 'payment.failed.bank_refused', vars: {} }),
      failure: {
        code: 'bank_refused',
        explanation: explain({ key: 'payment.failed.bank_refused', vars: {} }),
      },
      legs: [failedLeg],
      cancellable: notCancellable('cancel.ended'),
    },
    previous: { status: 'processing' },
  },
  'payment_intent.cancelled': {
    object: {
      ...payment,
      status: 'cancelled',
      statusDetail: explain({ key: 'payment.cancelled', vars: {} }),
      legs: [cancelledLeg],
      cancellable: notCancellable('cancel.ended'),
    },
    previous: { status: 'requires_action' },
  },
  'leg.updated': { object: settledLeg, previous: { status: 'submitted' } },
  'connection.degraded': { object: connection, previous: { status: 'ready' } },
};

interface Telling {
  readonly at: Date;
  readonly newChars: (count: number) => string;
  /** The new name of each old one: the same thing stays the same thing. */
  readonly ids: Map<string, string>;
}

/** The same about other things, at another time: whatever is a time ends now and not then. */
function retold<T>(value: T, telling: Telling): T {
  if (typeof value === 'string') return retoldText(value, telling) as T & string;
  if (Array.isArray(value)) return value.map((item) => retold(item, telling)) as T & unknown[];
  if (typeof value !== 'object' || value === null) return value;
  // The same names with values of the same types.
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, retold(one, telling)])) as T;
}

const ID = /^([a-z]{2,5}_)[A-Za-z0-9]{22}$/;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const MARK = 'TEST';
/** The latest time in the examples, from which all others are told. */
const TOLD_MS = Date.parse(leg.updatedAt);

function retoldText(text: string, { at, newChars, ids }: Telling): string {
  if (TIME.test(text)) return new Date(at.getTime() + Date.parse(text) - TOLD_MS).toISOString();
  const prefix = ID.exec(text)?.[1];
  if (prefix === undefined) return text;
  const known = ids.get(text) ?? `${prefix}${MARK}${newChars(22 - MARK.length)}`;
  ids.set(text, known);
  return known;
}
