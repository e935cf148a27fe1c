/**
 * One run of the database server, from spawn to exit. The child is a shell for a moment: it forks a watcher that holds
 * our end of a pipe as long as we live, and then becomes the server itself, so the child's pid and exit are the server's.
 * When the pipe closes without a word, we were killed, and the watcher asks the server for a fast shutdown. When the
 * server has ended first, the watcher is told with a line and goes without a signal.
 *
 * The server has a session of its own, so Ctrl-C in the terminal reaches the service and not its database.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fchownSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { logSize, logTail, shortenLog } from './bound-log.ts';
import { type Cluster, dataArgument, POSTGRES_ENVIRONMENT } from './cluster.ts';
import { PROGRESS_EVERY_MS, READY_POLL_MS, READY_TIMEOUT_MS } from './limits.ts';
import { readPidFile } from './pid-file.ts';
import { serverSettings, settingArguments } from './settings.ts';

export type Postmaster = {
  readonly pid: number;
  readonly signal: (signal: NodeJS.Signals) => void;
  /** Resolves when the process is gone, with how it ended. */
  readonly exited: Promise<string>;
  readonly hasExited: () => boolean;
  /** The log's length when this run began. */
  readonly logStart: number;
};

/**
 * The watcher is orphaned on purpose (the outer parentheses): as a child of the server its end would look to the server
 * like a crashed backend. It keeps none of the server's files open, and the server does not keep the pipe.
 */
const BECOME_SERVER = `
exec 3<&0 </dev/null
server=$$
( ( read -r _ <&3 || kill -INT "$server" ) >/dev/null 2>&1 & )
exec 3<&-
exec "$@"
`;

export async function spawnPostmaster(cluster: Cluster): Promise<Postmaster> {
  await shortenLog(cluster.logFile);
  const logStart = await logSize(cluster.logFile);
  const child = spawnShell(cluster);
  child.stdin?.on('error', () => {});
  let over = false;
  const exited = new Promise<string>((resolve) => {
    const end = (how: string): void => {
      over = true;
      child.stdin?.end('\n');
      resolve(how);
    };
    child.once('error', (error) => end(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) =>
      end(signal === null ? `ended with code ${code}` : `was killed by ${signal}`),
    );
  });
  return {
    pid: child.pid ?? 0,
    signal: (signal) => void child.kill(signal),
    exited,
    hasExited: () => over,
    logStart,
  };
}

export type Readiness = { readonly ok: true } | { readonly ok: false; readonly detail: string };

export async function waitUntilReady(
  cluster: Cluster,
  postmaster: Postmaster,
  onProgress?: (message: string) => void,
): Promise<Readiness> {
  const begunAt = Date.now();
  let saidAt = begunAt;
  while (!postmaster.hasExited()) {
    const file = await readPidFile(cluster.directory);
    if (file?.pid === postmaster.pid && file.isReady) return { ok: true };
    const now = Date.now();
    if (now - begunAt > READY_TIMEOUT_MS) {
      postmaster.signal('SIGQUIT');
      return { ok: false, detail: 'was not ready in time' };
    }
    if (now - saidAt > PROGRESS_EVERY_MS) {
      saidAt = now;
      onProgress?.(`Waiting for the database to recover (${Math.round((now - begunAt) / 1000)} s)`);
    }
    await sleep(READY_POLL_MS);
  }
  const said = await logTail(cluster.logFile, postmaster.logStart);
  return { ok: false, detail: `${await postmaster.exited}${said === '' ? '' : `\n${said}`}` };
}

function spawnShell(cluster: Cluster): ChildProcess {
  const log = openLog(cluster);
  try {
    return spawn('/bin/sh', ['-c', BECOME_SERVER, 'switchyard-postgres', ...commandLine(cluster)], {
      ...cluster.runAs,
      cwd: cluster.directory,
      env: POSTGRES_ENVIRONMENT,
      detached: true,
      stdio: ['pipe', 'ignore', log],
    });
  } finally {
    closeSync(log);
  }
}

/** The log belongs to whoever the cluster belongs to, so that its owner can go on after root has run it once. */
function openLog({ logFile, runAs }: Cluster): number {
  const log = openSync(logFile, 'a', 0o600);
  if (runAs !== undefined) fchownSync(log, runAs.uid, runAs.gid);
  return log;
}

function commandLine(cluster: Cluster): readonly string[] {
  const settings = settingArguments(serverSettings(cluster.socket.serverArgument));
  return [cluster.binaries.postgres, '-D', dataArgument(cluster.directory), ...settings];
}
