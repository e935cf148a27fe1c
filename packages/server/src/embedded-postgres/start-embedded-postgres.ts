/**
 * The database that comes with the service: a real Postgres, as a child process, in the data directory.
 *
 * What always holds: one server per cluster (the caller has the data directory's lock); nothing acknowledged is lost by
 * killing anything at any moment; the server never outlives this process unnoticed; it listens on a private Unix socket
 * and on no network; and when it dies by itself it is started again until `stop` is called.
 */

import { boundLog } from './bound-log.ts';
import { stopProcessesOf } from './clear-stale-state.ts';
import { type Cluster, prepareCluster } from './cluster.ts';
import { initCluster } from './init-cluster.ts';
import { START_ATTEMPTS_MAX } from './limits.ts';
import { DATABASE, OWNER, PORT } from './names.ts';
import type { Postmaster } from './postmaster.ts';
import { clearSocketDirectory } from './socket-directory.ts';
import { shutDown, startServer } from './start-server.ts';

export type EmbeddedPostgresOptions = {
  readonly dataDir: string;
  readonly onProgress?: (message: string) => void;
  /** The server died by itself; it is being started again. */
  readonly onDown?: (detail: string) => void;
  /** It is back after `onDown`. */
  readonly onUp?: () => void;
  /** Where the programs are copied to if they cannot be used in `node_modules`. */
  readonly copyHome?: string;
};

export type EmbeddedPostgres = {
  readonly connection: {
    /** The directory of the Unix socket. */
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
  /** Undefined while the server is down. */
  readonly pid: () => number | undefined;
  /** Resolves when every process of the database is gone. */
  readonly stop: () => Promise<void>;
};

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const cluster = await prepareCluster(options);
  await initCluster(cluster, options.onProgress);
  const { onProgress } = options;
  const signal = new AbortController().signal;
  const first = await startServer(cluster, {
    attemptsMax: START_ATTEMPTS_MAX,
    signal,
    onSpawn: () => {},
    onProgress,
  });
  if (!first.ok) throw new Error(`The embedded database ${first.detail}`);
  return {
    connection: { host: cluster.socket.path, port: PORT, user: OWNER, database: DATABASE },
    ...supervise(cluster, first.postmaster, options),
  };
}

function supervise(
  cluster: Cluster,
  first: Postmaster,
  { onDown, onUp, onProgress }: EmbeddedPostgresOptions,
): Pick<EmbeddedPostgres, 'pid' | 'stop'> {
  const stopping = new AbortController();
  const unboundLog = boundLog(cluster.logFile);
  let latest = first;

  const onSpawn = (postmaster: Postmaster): void => {
    latest = postmaster;
    if (stopping.signal.aborted) void shutDown(postmaster);
  };
  const restart = { attemptsMax: Number.POSITIVE_INFINITY, signal: stopping.signal, onSpawn, onProgress };

  const keepRunning = async (): Promise<void> => {
    for (;;) {
      const how = await latest.exited;
      if (stopping.signal.aborted) return;
      onDown?.(`The embedded database ${how}`);
      const next = await startServer(cluster, restart);
      if (next.ok && !stopping.signal.aborted) onUp?.();
    }
  };
  const ended = keepRunning();

  const stop = async (): Promise<void> => {
    stopping.abort();
    unboundLog();
    if (!latest.hasExited()) await shutDown(latest);
    await ended;
    await stopProcessesOf(cluster);
    await clearSocketDirectory(cluster.socket);
  };
  let stopped: Promise<void> | undefined;
  return {
    pid: () => (latest.hasExited() ? undefined : latest.pid),
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}
