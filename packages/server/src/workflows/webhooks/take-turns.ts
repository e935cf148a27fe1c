/**
 * One transaction of those who serve endpoints of one environment: writes what became of tries, makes messages of what is new in
 * the log, and takes what is due. Endpoints that have nothing left to do are given back in the same breath, so nothing can come
 * between. An event is usually news to many endpoints at once, so their turns are taken together.
 */
import { isDelivered, isGone } from '../../domain/webhooks/attempt.ts';
import { type DisabledReason, FAILING_MS_MAX, type WebhookEndpoint } from '../../domain/webhooks/endpoint.ts';
import type { Database, Transaction } from '../../store/database.ts';
import { disableEndpoint, noteFailingSince, readEndpoints } from '../../store/webhook-endpoints.ts';
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
  holdEndpoints,
  releaseEndpoints,
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

/** Answers each in order. One whose lease is lost has written nothing, and is over. */
export function takeTurns(
  { db, now }: { readonly db: Database; readonly now: () => number },
  environmentId: string,
  inputs: readonly TurnInput[],
): Promise<readonly Turn[]> {
  const at = new Date(now());
  return db.transaction<readonly Turn[]>(environmentId, async (tx) => {
    const standing = await hold(tx, inputs, at);
    const held = [...standing.values()];
    recordTries(
      tx,
      held.flatMap(({ input }) => input.tried),
      at,
    );
    for (const { input, disabled } of held) {
      if (disabled !== undefined) await giveUp(tx, input.endpoint.id, disabled, at);
    }
    const served = held.filter(({ disabled }) => disabled === undefined);
    noteChanges(tx, served);
    const taken = await take(tx, served, at);
    const idle = served.filter((each) => isIdle(each, taken.get(each) ?? NOTHING));
    giveBack(tx, idle, at);
    const turns = inputs.map((input): Turn => {
      const each = standing.get(input);
      if (each === undefined || idle.includes(each)) return { kind: 'over' };
      if (each.disabled !== undefined) return { kind: 'over', disabled: each.disabled };
      const { failingSince, hasChanged } = each;
      return { kind: 'going_on', due: (taken.get(each) ?? NOTHING).due, failingSince, hasChanged };
    });
    return { commit: true, value: turns };
  });
}

/** An endpoint whose lease holds, and how it stands after its tries. */
interface Standing {
  readonly input: TurnInput;
  readonly current: WebhookEndpoint;
  readonly cursor: string;
  readonly failingSince: Date | undefined;
  readonly hasChanged: boolean;
  readonly disabled: DisabledReason | undefined;
}

interface Taken {
  readonly due: readonly DueMessage[];
  /** The log, or a resend, has more than was looked at. */
  readonly isMore: boolean;
}

const NOTHING: Taken = { due: [], isMore: false };

async function hold(
  tx: Transaction,
  inputs: readonly TurnInput[],
  at: Date,
): Promise<ReadonlyMap<TurnInput, Standing>> {
  const [cursors, endpoints] = await Promise.all([
    holdEndpoints(
      tx,
      inputs.map(({ lease }) => lease),
    ),
    readEndpoints(
      tx,
      inputs.map(({ endpoint }) => endpoint.id),
    ),
  ]);
  return new Map(
    inputs.flatMap((input) => {
      const cursor = cursors.get(input.lease);
      const current = endpoints.get(input.endpoint.id);
      if (cursor === undefined || current === undefined) return [];
      const failingSince = failingAfter(current, input.tried);
      const disabled = reasonToDisable(input.tried, failingSince, at);
      const hasChanged = current.revision !== input.endpoint.revision;
      return [[input, { input, current, cursor, failingSince, hasChanged, disabled }] as const];
    }),
  );
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

function noteChanges(tx: Transaction, served: readonly Standing[]): void {
  for (const { current, failingSince } of served) {
    if (failingSince?.getTime() === current.failingSince?.getTime()) continue;
    noteFailingSince(tx, current.id, failingSince);
  }
}

async function take(
  tx: Transaction,
  served: readonly Standing[],
  at: Date,
): Promise<ReadonlyMap<Standing, Taken>> {
  const taking = served.filter(({ hasChanged, input }) => !hasChanged && input.room > 0);
  if (taking.length === 0) return new Map();
  const behind = taking.map(({ current, cursor }) => ({ endpointId: current.id, cursor }));
  const [fresh, due] = await Promise.all([
    fanOutEvents(tx, behind, { at, max: FAN_OUT_MAX }),
    findDueMessages(tx, taking.map(wantingOf), at),
  ]);
  const taken = new Map<Standing, Taken>();
  for (const each of taking) {
    const isMore = fresh.get(each.current.id) === FAN_OUT_MAX;
    const found = { due: due.get(each.current.id) ?? [], isMore };
    // A resend goes on only when nothing else waits.
    const isFree = found.due.length === 0 && each.current.isResending;
    taken.set(each, isFree ? await takeAgain(tx, each, at) : found);
  }
  return taken;
}

async function takeAgain(tx: Transaction, each: Standing, at: Date): Promise<Taken> {
  const [again, due] = await Promise.all([
    fanOutAgainEvents(tx, each.current.id, { at, max: FAN_OUT_AGAIN_MAX }),
    findDueMessages(tx, [wantingOf(each)], at),
  ]);
  return { due: due.get(each.current.id) ?? [], isMore: again > 0 };
}

function wantingOf({ current, input }: Standing) {
  return { endpointId: current.id, room: input.room, underWay: input.underWay };
}

function isIdle({ input }: Standing, { due, isMore }: Taken): boolean {
  return due.length === 0 && !isMore && input.underWay.length === 0;
}

function giveBack(tx: Transaction, idle: readonly Standing[], at: Date): void {
  buryLostMessages(
    tx,
    idle.map(({ current }) => current.id),
    at,
  );
  const released = idle.map(({ input, failingSince }) => ({
    lease: input.lease,
    isTroubled: failingSince !== undefined,
  }));
  releaseEndpoints(tx, released, at);
}
