/**
 * Everybody who can enter the socket's directory may connect as anybody, so it is 0700. It is the cluster itself, unless
 * that path would be too long for a Unix socket: then a directory of its own, named after the cluster, under the
 * temporary directory.
 */

import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOCKET_PATH_BYTES_MAX } from './limits.ts';
import { SOCKET_NAME } from './names.ts';
import { isOpenToEveryone, type RunAs } from './run-as.ts';

export type SocketDirectory = {
  /** What clients connect to. */
  readonly path: string;
  /** What the server is told; `.` is the cluster, in which it works. */
  readonly serverArgument: string;
};

export async function chooseSocketDirectory(
  clusterDirectory: string,
  runAs: RunAs,
): Promise<SocketDirectory> {
  if (fits(clusterDirectory)) return { path: clusterDirectory, serverArgument: IN_CLUSTER };
  const name = `switchyard-${createHash('sha256').update(clusterDirectory).digest('hex').slice(0, 16)}`;
  for (const parent of [tmpdir(), '/tmp']) {
    const path = join(parent, name);
    if (!fits(path) || (runAs !== undefined && !(await isOpenToEveryone(parent)))) continue;
    return { path, serverArgument: path };
  }
  throw new Error(
    `${clusterDirectory} is too long a path for a Unix socket, and no shorter place is open to the database's user.`,
  );
}

/** Makes the directory anew: whatever a killed server left in it is gone afterwards. */
export async function makeSocketDirectory(socket: SocketDirectory, runAs: RunAs): Promise<void> {
  await clearSocketDirectory(socket);
  if (socket.serverArgument === IN_CLUSTER) return;
  await mkdir(socket.path, { mode: 0o700 });
  await chmod(socket.path, 0o700);
  if (runAs !== undefined) await chown(socket.path, runAs.uid, runAs.gid);
}

export async function clearSocketDirectory(socket: SocketDirectory): Promise<void> {
  await rm(join(socket.path, SOCKET_NAME), { force: true });
  await rm(join(socket.path, `${SOCKET_NAME}.lock`), { force: true });
  if (socket.serverArgument === IN_CLUSTER) return;
  await rm(socket.path, { recursive: true, force: true });
}

const IN_CLUSTER = '.';

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, SOCKET_NAME)) <= SOCKET_PATH_BYTES_MAX;
}
