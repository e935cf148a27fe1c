import { setTimeout as sleep } from 'node:timers/promises';
import { clearStaleState } from './clear-stale-state.ts';
import type { Cluster } from './cluster.ts';
import { createDatabase } from './create-database.ts';
import {
  FAST_SHUTDOWN_MS,
  IMMEDIATE_SHUTDOWN_MS,
  RESTART_DELAY_MAX_MS,
  RESTART_DELAY_MIN_MS,
} from './limits.ts';
import { type Postmaster, spawnPostmaster, waitUntilReady } from './postmaster.ts';

export type StartOptions = {
  readonly attemptsMax: number;
  /** Ends the attempts. */
  readonly signal: AbortSignal;
  /** Called for each process, ready or not, so that somebody can end it. */
  readonly onSpawn: (postmaster: Postmaster) => void;
  readonly onProgress?: ((message: string) => void) | undefined;
};

export type Started =
  | { readonly ok: true; readonly postmaster: Postmaster }
  | { readonly ok: false; readonly detail: string };

/**
 * Starts the server and makes sure that it answers. One attempt may well fail: for a moment after a kill the kernel still
 * counts the old server's shared memory as in use.
 */
export async function startServer(cluster: Cluster, options: StartOptions): Promise<Started> {
  let delayMs = RESTART_DELAY_MIN_MS;
  for (let attempt = 1; ; attempt += 1) {
    const started = await startOnce(cluster, options).catch(asFailure);
    if (started.ok || attempt >= options.attemptsMax || options.signal.aborted) return started;
    await sleep(delayMs, undefined, { signal: options.signal }).catch(() => {});
    delayMs = Math.min(delayMs * 2, RESTART_DELAY_MAX_MS);
  }
}

/** Ends one server: a fast shutdown, then an immediate one, then a kill. */
export async function shutDown(postmaster: Postmaster): Promise<void> {
  postmaster.signal('SIGINT');
  if (await settlesWithin(postmaster.exited, FAST_SHUTDOWN_MS)) return;
  postmaster.signal('SIGQUIT');
  if (await settlesWithin(postmaster.exited, IMMEDIATE_SHUTDOWN_MS)) return;
  postmaster.signal('SIGKILL');
  await postmaster.exited;
}

async function startOnce(cluster: Cluster, options: StartOptions): Promise<Started> {
  await clearStaleState(cluster, options.onProgress);
  const postmaster = await spawnPostmaster(cluster);
  options.onSpawn(postmaster);
  const readiness = await waitUntilReady(cluster, postmaster, options.onProgress);
  if (!readiness.ok) return readiness;
  try {
    await createDatabase(cluster);
  } catch (error) {
    await shutDown(postmaster);
    throw error;
  }
  return { ok: true, postmaster };
}

function asFailure(error: unknown): Started {
  return {
    ok: false,
    detail: `could not be started: ${error instanceof Error ? error.message : String(error)}`,
  };
}

async function settlesWithin(promise: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const timer = new AbortController();
  const settled = promise.then(() => true);
  const tooLate = sleep(timeoutMs, false, { signal: timer.signal }).catch(() => false);
  const inTime = await Promise.race([settled, tooLate]);
  timer.abort();
  return inTime;
}
