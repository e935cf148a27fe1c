/**
 * The compiled engine of each environment, kept fresh. A decision never waits for a new snapshot: it uses the one at
 * hand, and a refresh runs beside it, at most once a second. What this node learns marks its environment as
 * changed; what other nodes learn or an operator changes is seen within the longest time a snapshot is trusted.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  compile,
  createPresenter,
  type Decision,
  type Engine,
  type PresentedDecision,
  type Snapshot,
} from '@switchyard/engine';
import type { RailListing } from '@switchyard/rails';
import type { Logger } from 'pino';
import { cutSnapshot } from '../domain/cut-snapshot.ts';
import type { Environment } from '../domain/environment.ts';
import { NOTHING_CONNECTED } from '../domain/nothing-connected.ts';
import type { Database } from '../store/database.ts';
import { loadRouting } from '../store/routing.ts';
import { keepSnapshot } from '../store/snapshots.ts';

export interface Routed {
  readonly engine: Engine;
  /** Remembers what decisions of this engine have in common. */
  readonly present: (decision: Decision) => PresentedDecision;
  readonly snapshot: Snapshot;
  /** The snapshot as it is served, made once. */
  readonly body: string;
}

export interface Engines {
  of(environment: Environment): Promise<Routed>;
  /** Something that snapshots hold has changed. */
  touch(environmentId: string): void;
}

export interface EnginesDeps {
  readonly db: Database;
  readonly catalogue: readonly RailListing[];
  readonly now: () => number;
  readonly logger: Pick<Logger, 'warn'>;
}

interface Held {
  routed: Promise<Routed>;
  cutMs: number;
  touched: boolean;
  refreshing: boolean;
}

const CUT_EVERY_MS_MIN = 1_000;
/** Within the five seconds in which a change of policy must be felt on every node. */
const TRUSTED_MS_MAX = 4_000;

export function createEngines(deps: EnginesDeps): Engines {
  const held = new Map<string, Held>();

  /** Keeps the engine at hand when nothing has changed: it has remembered much by then. */
  async function refresh(environment: Environment, entry: Held, before: Routed): Promise<void> {
    entry.refreshing = true;
    entry.touched = false;
    try {
      const after = await cut(deps, environment, before);
      entry.routed = Promise.resolve(after);
    } catch (error) {
      entry.touched = true;
      deps.logger.warn(
        { err: error, environment: environment.id },
        'a snapshot could not be cut; the last one serves on',
      );
    } finally {
      entry.cutMs = deps.now();
      entry.refreshing = false;
    }
  }

  return {
    async of(environment) {
      let entry = held.get(environment.id);
      if (entry === undefined) {
        entry = { routed: cut(deps, environment), cutMs: deps.now(), touched: false, refreshing: false };
        held.set(environment.id, entry);
        // A first cut that fails is not remembered.
        entry.routed.catch(() => held.delete(environment.id));
        return entry.routed;
      }
      const routed = await entry.routed;
      const age = deps.now() - entry.cutMs;
      const due = entry.touched ? age >= CUT_EVERY_MS_MIN : age >= TRUSTED_MS_MAX;
      if (due && !entry.refreshing) void refresh(environment, entry, routed);
      return routed;
    },
    touch(environmentId) {
      const entry = held.get(environmentId);
      if (entry !== undefined) entry.touched = true;
    },
  };
}

async function cut(deps: EnginesDeps, environment: Environment, before?: Routed): Promise<Routed> {
  const routing = (await loadRouting(deps.db, environment.id)) ?? NOTHING_CONNECTED;
  const now = new Date(deps.now());
  const fresh = cutSnapshot({ mode: environment.mode, routing, catalogue: deps.catalogue, now });
  if (fresh.digest === before?.snapshot.digest) {
    const snapshot = { ...fresh, version: before.snapshot.version };
    return { ...before, snapshot, body: JSON.stringify(snapshot) };
  }
  const gzipped = await promisify(gzip)(JSON.stringify(fresh));
  const version = await keepSnapshot(deps.db, environment.id, {
    digest: fresh.digest,
    gzipped,
    createdAt: now,
  });
  const snapshot: Snapshot = { ...fresh, version };
  return {
    engine: compile(snapshot),
    present: createPresenter(),
    snapshot,
    body: JSON.stringify(snapshot),
  };
}
