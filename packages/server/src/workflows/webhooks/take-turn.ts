/**
 * One transaction of whoever serves an endpoint: writes what became of tries, makes messages of what is new in the log, and
 * takes what is due. With nothing left to do the endpoint is given back in the same breath, so nothing can come between.
 */
import { isDelivered, isGone } from '../../domain/webhooks/attempt.ts';
import { type DisabledReason, FAILING_MS_MAX, type WebhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import type { Database, Ending, Transaction } from '../../store/database.ts';
import { disableEndpoint, noteFailingSince, readEndpoint } from '../../store/webhook-endpoints.ts';
import {
  buryLostMessages,
  buryPendingMessages,
  type DueMessage,
  fanOutAgainEvents,
  fanOutEvents,
  findDueMessages,
  recordTries,
  type TriedMessage,
} from '../../store/webhook-messages.ts';
import {
  dequeueEndpoint,
  type EndpointLease,
  holdEndpoint,
  releaseEndpoint,
} from '../../store/webhook-queue.ts';
import { FAN_OUT_AGAIN_MAX, FAN_OUT_MAX } from './limits.ts';

export interface TurnInput {
  readonly lease: EndpointLease;
  /** As it was when its deliveries were set up. */
  readonly endpoint: WebhookEndpoint;
  readonly tried: readonly TriedMessage[];
  readonly underWay: readonly string[];
  /** How many more may be taken; none when the serving is to end. */
  readonly room: number;
}

/** `over`: given back, lost, or disabled. Whoever served it writes nothing more. */
export type Turn =
  | {
      readonly kind: 'going_on';
      readonly due: readonly DueMessage[];
      readonly failingSince: Date | undefined;
      /** It is not what it was: end what is under way, and begin anew. */
      readonly hasChanged: boolean;
    }
  | { readonly kind: 'over'; readonly disabled?: DisabledReason };

const OVER: Ending<Turn> = { commit: true, value: { kind: 'over' } };

export function takeTurn(
  { db, now }: { readonly db: Database; readonly now: () => number },
  input: TurnInput,
): Promise<Turn> {
  const at = new Date(now());
  const { lease, endpoint, tried, underWay } = input;
  return db.transaction<Turn>(lease.environmentId, async (tx) => {
    const [cursor, current] = await Promise.all([holdEndpoint(tx, lease), readEndpoint(tx, endpoint.id)]);
    if (cursor === undefined || current === undefined) return { ...OVER, commit: false };
    if (tried.length > 0) recordTries(tx, endpoint.id, tried, at);
    const failingSince = failingAfter(current, tried);
    const disabled = reasonToDisable(tried, failingSince, at);
    if (disabled !== undefined) {
      await giveUp(tx, endpoint.id, disabled, at);
      return { commit: true, value: { kind: 'over', disabled } };
    }
    if (failingSince?.getTime() !== current.failingSince?.getTime()) {
      noteFailingSince(tx, endpoint.id, failingSince);
    }
    const hasChanged = current.revision !== endpoint.revision;
    const taken = hasChanged || input.room === 0 ? NOTHING : await take(tx, input, current, cursor, at);
    if (taken.due.length === 0 && !taken.isMore && underWay.length === 0) {
      buryLostMessages(tx, endpoint.id, at);
      releaseEndpoint(tx, lease, at, failingSince !== undefined);
      return OVER;
    }
    return { commit: true, value: { kind: 'going_on', due: taken.due, failingSince, hasChanged } };
  });
}

interface Taken {
  readonly due: readonly DueMessage[];
  /** The log, or a resend, has more than was looked at. */
  readonly isMore: boolean;
}

const NOTHING: Taken = { due: [], isMore: false };

/** A resend goes on only when nothing else waits. */
async function take(
  tx: Transaction,
  { underWay, room }: TurnInput,
  endpoint: WebhookEndpoint,
  cursor: string,
  at: Date,
): Promise<Taken> {
  const wanted = { at, except: underWay, max: room };
  const [fresh, due] = await Promise.all([
    fanOutEvents(tx, endpoint, { cursor, at, max: FAN_OUT_MAX }),
    findDueMessages(tx, endpoint.id, wanted),
  ]);
  if (due.length > 0 || !endpoint.isResending) return { due, isMore: fresh === FAN_OUT_MAX };
  const [again, dueAgain] = await Promise.all([
    fanOutAgainEvents(tx, endpoint.id, { at, max: FAN_OUT_AGAIN_MAX }),
    findDueMessages(tx, endpoint.id, wanted),
  ]);
  return { due: dueAgain, isMore: fresh === FAN_OUT_MAX || again > 0 };
}

/** The first failure after the last success; tries that end together are as one. */
function failingAfter(endpoint: WebhookEndpoint, tried: readonly TriedMessage[]): Date | undefined {
  if (tried.some(({ attempt }) => isDelivered(attempt.result))) return undefined;
  return endpoint.failingSince ?? tried[0]?.attempt.at;
}

function reasonToDisable(
  tried: readonly TriedMessage[],
  failingSince: Date | undefined,
  at: Date,
): DisabledReason | undefined {
  if (tried.some(({ attempt }) => isGone(attempt.result))) return 'gone';
  if (tried.length === 0 || failingSince === undefined) return undefined;
  return at.getTime() - failingSince.getTime() >= FAILING_MS_MAX ? 'failing' : undefined;
}

/** What still waited becomes dead letters: sent again when somebody asks for it. */
async function giveUp(tx: Transaction, endpointId: string, reason: DisabledReason, at: Date): Promise<void> {
  await disableEndpoint(tx, endpointId, reason, at);
  buryPendingMessages(tx, endpointId, at);
  dequeueEndpoint(tx, endpointId);
}
