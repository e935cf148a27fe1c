/**
 * Whether a connection is worth its name. It is as good as the worst of what it does: under the policy's floor in any
 * operation that somebody has seen it do, it is degraded, with an event; and it is ready again only when all of them are
 * well above the floor. So an operation that goes well cannot hide another one that does not.
 */
import { floorChange, type Snapshot } from '@switchyard/engine';
import type { EventRecord } from '../domain/event.ts';
import type { IdPrefix } from '../domain/ids.ts';
import { worstEstimatePpm } from '../domain/worst-estimate.ts';
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
  for (const { id, rail, status, operations } of snapshot.connections) {
    if (!rails.has(rail) || (status !== 'ready' && status !== 'degraded')) continue;
    const worstPpm = worstEstimatePpm(
      watch.learnt.operationCells(rail),
      operations,
      now.getTime(),
      snapshot.policy.reliability,
    );
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
