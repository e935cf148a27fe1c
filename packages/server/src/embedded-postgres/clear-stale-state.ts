/**
 * Makes a cluster startable, whatever was left in it. The pid file alone is never believed: its process may be dead, a
 * zombie, or another program by now. What counts is which database processes really work in the directory. They are
 * stopped, gently first, and when none is left the files that named them are removed.
 */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import { FAST_SHUTDOWN_MS, IMMEDIATE_SHUTDOWN_MS, KILLED_PROCESSES_MS, READY_POLL_MS } from './limits.ts';
import { PID_FILE } from './names.ts';
import { readPidFile } from './pid-file.ts';
import { postgresProcessesIn, sendSignal } from './process-facts.ts';
import { makeSocketDirectory } from './socket-directory.ts';

export async function clearStaleState(
  cluster: Cluster,
  onProgress?: (message: string) => void,
): Promise<void> {
  await stopProcessesOf(cluster, () => onProgress?.('Stopping a database left over from an earlier run'));
  await rm(join(cluster.directory, PID_FILE), { force: true });
  await makeSocketDirectory(cluster.socket, cluster.runAs);
}

/** Resolves when no database process works in the cluster any more. */
export async function stopProcessesOf(cluster: Cluster, onFound?: () => void): Promise<void> {
  const found = await processesOf(cluster);
  if (found.length === 0) return;
  onFound?.();
  const postmaster = (await readPidFile(cluster.directory))?.pid;
  // Without their postmaster the others have nobody to tell them of a fast shutdown.
  if (postmaster !== undefined && found.includes(postmaster)) {
    sendSignal(postmaster, 'SIGINT');
    if (await areGone(cluster, FAST_SHUTDOWN_MS)) return;
  }
  await signalAll(cluster, 'SIGQUIT');
  if (await areGone(cluster, IMMEDIATE_SHUTDOWN_MS)) return;
  await signalAll(cluster, 'SIGKILL');
  if (await areGone(cluster, KILLED_PROCESSES_MS)) return;
  throw new Error(
    `Processes of an earlier run still use ${cluster.directory}: ${(await processesOf(cluster)).join(', ')}.`,
  );
}

async function signalAll(cluster: Cluster, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await processesOf(cluster)) sendSignal(pid, signal);
}

async function areGone(cluster: Cluster, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while ((await processesOf(cluster)).length > 0) {
    if (Date.now() >= deadline) return false;
    await sleep(READY_POLL_MS);
  }
  return true;
}

async function processesOf(cluster: Cluster): Promise<readonly number[]> {
  return postgresProcessesIn(cluster.directory, (await readPidFile(cluster.directory))?.pid);
}
