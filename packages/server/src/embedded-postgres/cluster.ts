/**
 * Where everything of one embedded database lies:
 *
 *     <dataDir>/postgres          the cluster, mode 0700, owned by the user the database runs as
 *     <dataDir>/postgres.log      what the server says; `.1` is the part before
 *     <dataDir>/postgres.new-*    a cluster being created; only a finished one is renamed to `postgres`
 *
 * The cluster directory is always the server's working directory, and the server is given paths relative to it. When
 * root starts the database it enters that directory first and changes the user afterwards, so the other user needs no
 * way through the directories above: a data directory below /root works, and may itself stay 0700.
 */

import { existsSync } from 'node:fs';
import { chmod, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, prepareBinaries } from './prepare-binaries.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';
import { chooseSocketDirectory, type SocketDirectory } from './socket-directory.ts';

export type Cluster = {
  readonly directory: string;
  readonly logFile: string;
  readonly runAs: RunAs;
  readonly binaries: Binaries;
  readonly socket: SocketDirectory;
};

export type ClusterOptions = {
  readonly dataDir: string;
  readonly copyHome?: string | undefined;
  readonly onProgress?: ((message: string) => void) | undefined;
};

export async function prepareCluster(options: ClusterOptions): Promise<Cluster> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(options.dataDir);
  const directory = join(dataDir, 'postgres');
  const runAs = await chooseRunAs(directory);
  if (runAs !== undefined && !hasProc()) await chmod(dataDir, 0o711);
  const binaries = await prepareBinaries({ ...options, dataDir, runAs });
  const socket = await chooseSocketDirectory(directory, runAs);
  return { directory, logFile: join(dataDir, 'postgres.log'), runAs, binaries, socket };
}

/** What the programs are given as `-D` while they work in the directory. */
export function dataArgument(directory: string): string {
  return hasProc() ? '/proc/self/cwd' : directory;
}

/** The whole environment of the database's processes: no `PG*` variable of the user's, none of the service's secrets. */
export const POSTGRES_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } as const;

function hasProc(): boolean {
  return existsSync('/proc/self/cwd');
}
