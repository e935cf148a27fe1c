/**
 * Does what outlives a request. Any number of workers, on any number of nodes, take jobs that are due under a lease; a worker
 * that dies loses its leases, and others take its jobs up when these are over. A job that fails is tried again, later
 * each time.
 */
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import {
  claimDueJobs,
  claimJobsAhead,
  finishJob,
  JOB_KINDS,
  type JobKind,
  type Lease,
  TIMED_KINDS,
} from '../store/jobs.ts';

/** Does one job, and answers when it is due again; undefined when it is done with. */
export type JobHandler = (lease: Lease) => Promise<Date | undefined>;

export interface WorkerDeps {
  readonly db: Database;
  readonly logger: Pick<Logger, 'warn'>;
  readonly now: () => number;
  /** How far the clocks of environments are ahead of `now`, where they are. */
  readonly movedClocks: () => ReadonlyMap<string, number>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly handlers: Readonly<Record<JobKind, JobHandler>>;
}

/** More than the calls under way to one connection, so that a provider that hangs cannot take them all. */
const JOBS_AT_ONCE_MAX = 64;
const LOOK_EVERY_MS = 250;
/** At the end jobs under way have this long; whatever takes longer is taken over by others when its lease is over. */
const FINISH_MS_MAX = 4_000;
const RETRY_MS_FIRST = 1_000;
const RETRY_MS_MAX = 10 * 60 * 1000;

/** Starts it and answers with the function that stops it, after the jobs under way, unless they take too long. */
export function startWorker(deps: WorkerDeps): () => Promise<void> {
  const stop = new AbortController();
  const running = new Set<Promise<void>>();
  const failures: Failures = new Map();
  const looking = (async () => {
    while (!stop.signal.aborted) {
      const claimed = await claim(deps, JOBS_AT_ONCE_MAX - running.size);
      if (stop.signal.aborted) return giveBack(deps, claimed);
      for (const lease of claimed) {
        const job = work(deps, failures, lease).finally(() => running.delete(job));
        running.add(job);
      }
      // More may be due when all that was asked for was given.
      if (claimed.length > 0 && running.size < JOBS_AT_ONCE_MAX) continue;
      await deps.sleep(LOOK_EVERY_MS, stop.signal);
    }
  })();
  return async () => {
    stop.abort();
    await looking;
    const finished = new AbortController();
    await Promise.race([
      Promise.all(running).then(() => finished.abort()),
      deps.sleep(FINISH_MS_MAX, finished.signal),
    ]);
  };
}

async function claim(deps: WorkerDeps, max: number): Promise<readonly Lease[]> {
  if (max <= 0) return [];
  const due = await orNone(deps, claimDueJobs(deps.db, JOB_KINDS, max));
  const moved = deps.movedClocks();
  const room = max - due.length;
  if (moved.size === 0 || room === 0) return due;
  return [...due, ...(await orNone(deps, claimJobsAhead(deps.db, moved, room)))];
}

/** Each claim fails by itself: leases that another one has been given are worked on, not left to run out. */
async function orNone(deps: WorkerDeps, claiming: Promise<readonly Lease[]>): Promise<readonly Lease[]> {
  try {
    return await claiming;
  } catch (error) {
    deps.logger.warn({ err: error }, 'jobs could not be claimed; the next look tries again');
    return [];
  }
}

/** What a last look took is for others. */
async function giveBack(deps: WorkerDeps, claimed: readonly Lease[]): Promise<void> {
  const given = claimed.map((lease) => finishJob(deps.db, lease, new Date(nowOf(deps, lease))));
  await Promise.allSettled(given);
}

/** How often a job has failed here since it last went well. How often it ran says nothing: some run every few seconds. */
type Failures = Map<string, number>;

async function work(deps: WorkerDeps, failures: Failures, lease: Lease): Promise<void> {
  const name = `${lease.environmentId} ${lease.kind} ${lease.subjectId}`;
  try {
    await finishJob(deps.db, lease, await deps.handlers[lease.kind](lease));
    failures.delete(name);
  } catch (error) {
    const { kind, subjectId, attempts } = lease;
    deps.logger.warn(
      { err: error, kind, subject: subjectId, attempts },
      'a job failed and will be tried again',
    );
    const before = failures.get(name) ?? 0;
    failures.set(name, before + 1);
    const waitMs = Math.min(RETRY_MS_FIRST * 2 ** Math.min(before, 20), RETRY_MS_MAX);
    await finishJob(deps.db, lease, new Date(nowOf(deps, lease) + waitMs)).catch(() => undefined);
  }
}

/** By the clock that the job is due by. */
function nowOf(deps: WorkerDeps, { kind, environmentId }: Lease): number {
  return deps.now() + (TIMED_KINDS.includes(kind) ? (deps.movedClocks().get(environmentId) ?? 0) : 0);
}
