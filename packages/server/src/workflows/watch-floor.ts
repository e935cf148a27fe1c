/**
 * Whether a connection is worth its name. It is as good as the worst of what it does: under the policy's floor in any
 * operation that somebody has seen it do, it is degraded, with an event; and it is ready again only when all of them are
 * well above the floor. So an operation that goes well cannot hide another one that does not.
 */
import { estimatePpm, floorChange, type Snapshot, type SnapshotConnection } from '@switchyard/engine';
import type { EventRecord } from '../domain/event.ts';
import type { IdPrefix } from '../domain/ids.ts';
import { presentConnectionForEvent } from '../presenters/connection.ts';
import { changeConnectionStatus } from '../store/connections.ts';
import type { Transaction } from '../store/database.ts';
import { insertEvent } from '../store/events.ts';
import type { Learnt } from '../store/learnt.ts';

export interface FloorWatch {
  readonly snapshot: Snapshot;
  readonly learnt: Pick<Learnt, 'operationCells'>;
  /** The rails of which something new is known. */
  readonly rails: Iterable<string>;
  readonly now: Date;
  readonly cause: EventRecord['cause'];
  readonly apiVersion: string;
}

export async function watchFloor(
  deps: { readonly newId: <P extends IdPrefix>(prefix: P) => string },
  tx: Transaction,
  watch: FloorWatch,
): Promise<void> {
  const { snapshot, now, cause, apiVersion } = watch;
  const rails = new Set(watch.rails);
  for (const connection of snapshot.connections) {
    const { id, rail, status } = connection;
    if (!rails.has(rail) || (status !== 'ready' && status !== 'degraded')) continue;
    const worstPpm = worstEstimatePpm(watch, connection);
    if (worstPpm === undefined) continue;
    const change = floorChange(status === 'degraded', worstPpm, snapshot.policy.reliability);
    if (change === 'unchanged') continue;
    const to = change === 'degraded' ? 'degraded' : 'ready';
    const changed = await changeConnectionStatus(tx, id, { from: status, to, at: now });
    if (changed === undefined || to === 'ready') continue;
    insertEvent(tx, {
      id: deps.newId('evt_'),
      type: 'connection.degraded',
      objectId: id,
      object: presentConnectionForEvent(changed, { successPpm: worstPpm }),
      previous: { status },
      cause,
      apiVersion,
      createdAt: now,
    });
  }
}

/** Undefined when nothing was ever seen of what the connection does: a prior alone condemns nobody. */
function worstEstimatePpm(
  { snapshot, learnt, now }: FloorWatch,
  { rail, operations }: SnapshotConnection,
): number | undefined {
  const estimates = learnt
    .operationCells(rail)
    .filter(
      ({ samples, operation }) => samples > 0 && (operations.length === 0 || operations.includes(operation)),
    )
    .map((cell) => estimatePpm({ operation: cell }, now.getTime(), snapshot.policy.reliability).successPpm);
  return estimates.length === 0 ? undefined : Math.min(...estimates);
}
