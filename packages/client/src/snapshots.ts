/**
 * The snapshot that decisions are made by. There is at most one; it is replaced as a whole and only by one that was
 * checked and compiled, so whatever goes wrong on the way leaves the last good one in use. Freshness is told by this
 * machine's clock: from when it was asked for, a snapshot is fresh for what the service's own clock leaves of its time.
 */
import { compile, ENGINE_VERSION, type Engine, invariant, type Snapshot } from '@switchyard/engine';
import type { CallDeps } from './call.ts';
import { callWithRetries } from './call-with-retries.ts';
import { checkSnapshot } from './check-snapshot.ts';
import { SnapshotRefused } from './errors.ts';
import { type FollowOptions, follow } from './follow.ts';

export interface Snapshots {
  /** Asks the service for a newer one. Calls that overlap share one request. */
  pull(): Promise<PullResult>;
  /** The one in use as plain JSON, to be stored. */
  save(): Snapshot | undefined;
  /** Takes one that was saved, without the network. Throws SnapshotRefused. */
  load(snapshot: Snapshot): void;
  /** Pulls again and again in the background; answers the function that stops it. */
  follow(options?: FollowOptions): () => void;
  current(): CurrentSnapshot | undefined;
}

export interface PullResult {
  /** False: the service has nothing newer, and what there is counts as fresh again. */
  readonly changed: boolean;
  readonly snapshot: Snapshot;
}

export interface CurrentSnapshot {
  readonly snapshot: Snapshot;
  /** The service has not confirmed it in time. Decisions are still made by it. */
  readonly stale: boolean;
  /** The service decides by the very engine that is in this package, so its decisions have the same bytes. */
  readonly sameEngine: boolean;
}

export interface HeldSnapshot {
  readonly snapshot: Snapshot;
  readonly engine: Engine;
  readonly staleAfterMs: number;
  /** For how long the service calls a snapshot fresh that it has just cut. */
  readonly lifetimeMs: number;
}

export interface SnapshotHolder {
  readonly api: Snapshots;
  held(): HeldSnapshot | undefined;
}

export function createSnapshots(deps: CallDeps): SnapshotHolder {
  let held: HeldSnapshot | undefined;
  let pulling: Promise<PullResult> | undefined;

  const pullOnce = async (): Promise<PullResult> => {
    const before = held;
    const askedMs = deps.now();
    const answer = await callWithRetries(deps, {
      method: 'GET',
      path: '/v1/routing_snapshot',
      headers: before === undefined ? {} : { 'if-none-match': `"${before.snapshot.digest}"` },
    });
    if (answer.kind === 'body') {
      const pulled = hold(checkSnapshot(answer.body, deps.key));
      held = freshFrom(pulled, askedMs, freshMs(pulled.snapshot, answer.servedMs));
      return { changed: held.snapshot.digest !== before?.snapshot.digest, snapshot: held.snapshot };
    }
    invariant(before !== undefined, 'only a request that named a snapshot is answered with 304.');
    const confirmed = freshFrom(before, askedMs, before.lifetimeMs);
    // One that was loaded meanwhile is not the one that was confirmed.
    if (held === before) held = confirmed;
    return { changed: false, snapshot: confirmed.snapshot };
  };
  const pull = (): Promise<PullResult> => {
    pulling ??= pullOnce().finally(() => {
      pulling = undefined;
    });
    return pulling;
  };

  const api: Snapshots = {
    pull,
    save: () => held?.snapshot,
    load(snapshot) {
      held = hold(checkSnapshot(snapshot, deps.key));
    },
    follow: (options) => follow({ pull, isLoaded: () => held !== undefined }, options),
    current: () =>
      held && {
        snapshot: held.snapshot,
        stale: isStale(held, deps.now()),
        sameEngine: held.snapshot.engineVersion === ENGINE_VERSION,
      },
  };
  return { api, held: () => held };
}

export function isStale({ staleAfterMs }: HeldSnapshot, nowMs: number): boolean {
  return nowMs > staleAfterMs;
}

function hold(snapshot: Snapshot): HeldSnapshot {
  try {
    const staleAfterMs = Date.parse(snapshot.staleAfter);
    const lifetimeMs = staleAfterMs - Date.parse(snapshot.generatedAt);
    return { snapshot, engine: compile(snapshot), staleAfterMs, lifetimeMs };
  } catch (error) {
    throw new SnapshotRefused('not_a_snapshot', 'The engine cannot read this snapshot.', error);
  }
}

/** What was left of its time when the service sent it; all of it when that cannot be known. None, for one already stale. */
function freshMs({ generatedAt, staleAfter }: Snapshot, servedMs = Date.parse(generatedAt)): number {
  const staleAfterMs = Date.parse(staleAfter);
  return Math.max(0, staleAfterMs - Math.max(servedMs, Date.parse(generatedAt)));
}

/** The digest leaves both times out, so that a copy confirmed later is still the same snapshot. */
function freshFrom(held: HeldSnapshot, askedMs: number, forMs: number): HeldSnapshot {
  const staleAfterMs = askedMs + forMs;
  const times = {
    generatedAt: new Date(staleAfterMs - held.lifetimeMs).toISOString(),
    staleAfter: new Date(staleAfterMs).toISOString(),
  };
  return { ...held, staleAfterMs, snapshot: { ...held.snapshot, ...times } };
}
