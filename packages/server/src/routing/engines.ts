/**
 * The compiled engine of each environment, kept fresh. While decisions keep coming none of them waits for a new
 * snapshot: they use the one at hand, and the next is cut beside them, at most once a second. After a silence the one at
 * hand may be of any age; then the first to ask waits for a fresh one, and whoever comes meanwhile waits with it.
 *
 * What this node learns marks its environment as changed; what other nodes learn or an operator changes is seen within
 * the longest time a snapshot is trusted. One that cannot be renewed serves on until the time it names itself, and then no more.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import {
  compile,
  createDecisionWriter,
  type Engine,
  type Snapshot,
  type WriteDecision,
} from '@switchyard/engine';
import type { RailListing } from '@switchyard/rails';
import type { Logger } from 'pino';
import { cutSnapshot, SNAPSHOT_FRESH_MS } from '../domain/cut-snapshot.ts';
import type { Environment } from '../domain/environment.ts';
import { NOTHING_CONNECTED } from '../domain/nothing-connected.ts';
import type { Routing } from '../domain/routing.ts';
import { agesToSample, type DecidedSample, withSilence } from '../domain/silence.ts';
import type { Database } from '../store/database.ts';
import { loadRouting } from '../store/routing.ts';
import { sampleSilences } from '../store/silences.ts';
import { keepSnapshot } from '../store/snapshots.ts';
import { withinTime } from '../store/within-time.ts';

export interface Routed {
  readonly engine: Engine;
  /** Remembers what decisions of this engine have in common. */
  readonly write: WriteDecision;
  readonly snapshot: Snapshot;
  /**
   * The engine for connections that we call ourselves, when it is already known who reaches what. Compiled when it is first
   * asked for: most environments that only decide never need it.
   */
  readonly calling: () => Engine;
}

export interface Engines {
  /** Never inside a transaction: a cut needs a connection of its own. */
  of(environment: Environment): Promise<Routed>;
  /** Something that snapshots hold has changed, and is committed. */
  touch(environmentId: string): void;
  /** The snapshot at hand is not what it should be: the next to ask gets another one. */
  forget(environmentId: string): void;
}

export interface EnginesDeps {
  readonly db: Database;
  readonly catalogue: readonly RailListing[];
  readonly now: () => number;
  readonly logger: Pick<Logger, 'warn'>;
}

interface Cut extends Routed {
  /** When the store was last told that the snapshot is in use. */
  readonly keptMs: number;
  readonly silence: { readonly samples: readonly DecidedSample[]; readonly sampledMs: number };
}

interface Held {
  routed: Promise<Cut>;
  /** When the routing was read that the snapshot was cut from. */
  cutMs: number;
  /** When that was last tried. */
  triedMs: number;
  /** How often it was touched, and how often it had been when the snapshot was cut. */
  touches: number;
  touchesSeen: number;
  refreshing: Promise<void> | undefined;
  /** Why the last try failed. */
  failure: unknown;
}

const CUT_EVERY_MS_MIN = 1_000;
/** Of a snapshot that is known to be behind. Twice the pace of cutting, so that under load the next one is there in time. */
const TOUCHED_MS_MAX = 2 * CUT_EVERY_MS_MIN;
/** Before it is trusted no longer, for the same reason. */
const RENEW_AFTER_MS = 3_000;
/** Within the five seconds in which a change of policy must be felt on every node. */
const TRUSTED_MS_MAX = 4_000;
const SILENCE_EVERY_MS = 20_000;
/** Far more often than housekeeping clears away what is not in use. */
const KEEP_EVERY_MS = 60 * 60 * 1000;
/** A database that takes longer for it is not waited for: the snapshot at hand is better than no answer. */
const REFRESH_WAIT_MS_MAX = 1_000;

export function createEngines(deps: EnginesDeps): Engines {
  const held = new Map<string, Held>();

  function open(environment: Environment): Held {
    const nowMs = deps.now();
    const entry: Held = {
      routed: cut(deps, environment),
      cutMs: nowMs,
      triedMs: nowMs,
      touches: 0,
      touchesSeen: 0,
      refreshing: undefined,
      failure: undefined,
    };
    held.set(environment.id, entry);
    // A first cut that fails is not remembered.
    entry.routed.catch(() => {
      if (held.get(environment.id) === entry) held.delete(environment.id);
    });
    return entry;
  }

  /** Keeps the engine at hand when nothing has changed: it has remembered much by then. */
  async function refresh(environment: Environment, entry: Held, before: Cut): Promise<void> {
    const startedMs = deps.now();
    const { touches } = entry;
    entry.triedMs = startedMs;
    try {
      entry.routed = Promise.resolve(await cut(deps, environment, before));
      entry.cutMs = startedMs;
      entry.touchesSeen = touches;
      entry.failure = undefined;
    } catch (error) {
      entry.failure = error;
      deps.logger.warn(
        { err: error, environment: environment.id },
        'a snapshot could not be cut; the last one serves on',
      );
    } finally {
      entry.refreshing = undefined;
    }
  }

  return {
    async of(environment) {
      const entry = held.get(environment.id) ?? open(environment);
      const routed = await entry.routed;
      const nowMs = deps.now();
      const ageMs = nowMs - entry.cutMs;
      const touched = entry.touches !== entry.touchesSeen;
      const mayTry = entry.refreshing === undefined && nowMs - entry.triedMs >= CUT_EVERY_MS_MIN;
      if (mayTry && ageMs >= (touched ? CUT_EVERY_MS_MIN : RENEW_AFTER_MS)) {
        entry.refreshing = refresh(environment, entry, routed);
      }
      if (ageMs < (touched ? TOUCHED_MS_MAX : TRUSTED_MS_MAX)) return routed;
      const mustWait = ageMs > SNAPSHOT_FRESH_MS;
      await (mustWait ? entry.refreshing : withinTime(entry.refreshing, REFRESH_WAIT_MS_MAX));
      if (mustWait && entry.failure !== undefined) throw entry.failure;
      return entry.routed;
    },
    touch(environmentId) {
      const entry = held.get(environmentId);
      if (entry !== undefined) entry.touches += 1;
    },
    forget: (environmentId) => {
      held.delete(environmentId);
    },
  };
}

async function cut(deps: EnginesDeps, environment: Environment, before?: Cut): Promise<Cut> {
  // Before it is read, so that a snapshot never claims to be newer than what is in it.
  const now = new Date(deps.now());
  const configured = (await loadRouting(deps.db, environment.id)) ?? NOTHING_CONNECTED;
  const silence = await silenceAt(deps.db, environment.id, configured, now.getTime(), before);
  const routing = withSilence(configured, silence.samples, silence.sampledMs);
  const fresh = cutSnapshot({ mode: environment.mode, routing, catalogue: deps.catalogue, now });
  const isSame = fresh.digest === before?.snapshot.digest;
  if (isSame && now.getTime() - before.keptMs < KEEP_EVERY_MS) {
    return { ...before, silence, snapshot: { ...fresh, version: before.snapshot.version } };
  }
  const gzipped = await promisify(gzip)(JSON.stringify(fresh));
  const version = await keepSnapshot(deps.db, environment.id, {
    digest: fresh.digest,
    gzipped,
    createdAt: now,
  });
  const snapshot: Snapshot = { ...fresh, version };
  const decided = isSame
    ? { engine: before.engine, write: before.write, calling: before.calling }
    : { engine: compile(snapshot), write: createDecisionWriter(), calling: callingEngine(snapshot) };
  return { ...decided, snapshot, keptMs: now.getTime(), silence };
}

/** Sampled now and then only: silence grows slowly. */
async function silenceAt(
  db: Database,
  environmentId: string,
  { latency }: Routing,
  nowMs: number,
  before?: Cut,
): Promise<Cut['silence']> {
  if (before !== undefined && nowMs - before.silence.sampledMs < SILENCE_EVERY_MS) return before.silence;
  return { samples: await sampleSilences(db, environmentId, agesToSample(latency), nowMs), sampledMs: nowMs };
}

function callingEngine(snapshot: Snapshot): () => Engine {
  let engine: Engine | undefined;
  return () => {
    engine ??= compile({
      ...snapshot,
      connections: snapshot.connections.filter(({ mode }) => mode === 'route'),
      coverage: [],
    });
    return engine;
  };
}
