/**
 * One server per data directory. The lock is a directory that holds one file, named for the process that has it:
 * `<pid>-<start of the process>`. Taking it and taking it over are each a single rename, so of any number of
 * processes that try at the same moment exactly one succeeds:
 *
 * - taking: a directory with our file in it is renamed onto the lock, which works only while the lock is absent or empty;
 * - taking over: the file of a dead holder is renamed to ours; whoever comes second finds no such file.
 */

import { mkdir, readdir, realpath, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LOCK_POLL_MS, LOCK_WAIT_MS } from './limits.ts';
import { startIdOf } from './process-facts.ts';

export type DataDirLock =
  | { readonly ok: true; readonly release: () => Promise<void> }
  | { readonly ok: false; readonly pid: number };

export type LockOptions = {
  readonly waitMs?: number;
  /** Called once when the directory is held by a living process and the wait for it begins. */
  readonly onWait?: (pid: number) => void;
};

export async function lockDataDir(dataDir: string, options: LockOptions = {}): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const directory = await realpath(dataDir);
  const me = `${process.pid}-${await startIdOf(process.pid)}`;
  const deadline = Date.now() + (options.waitMs ?? LOCK_WAIT_MS);
  let waiting = false;
  for (;;) {
    const holder = await tryLock(directory, me);
    if (holder === 'me') return { ok: true, release: () => release(directory, me) };
    if (holder === 'changing') continue;
    if (Date.now() >= deadline) return { ok: false, pid: holder };
    if (!waiting) options.onWait?.(holder);
    waiting = true;
    await sleep(LOCK_POLL_MS);
  }
}

async function tryLock(directory: string, me: string): Promise<'me' | 'changing' | number> {
  if (await takeFree(directory, me)) return 'me';
  const [holder] = await readdir(lockIn(directory)).catch(ifMissing([] as string[]));
  if (holder === undefined) return 'changing';
  if (await isAlive(holder)) return pidOf(holder);
  const taken = await rename(join(lockIn(directory), holder), join(lockIn(directory), me)).then(
    () => true,
    ifMissing(false),
  );
  return taken ? 'me' : 'changing';
}

async function takeFree(directory: string, me: string): Promise<boolean> {
  const prepared = join(directory, `${LOCK_NAME}.${me}`);
  await removeAbandoned(directory);
  await mkdir(prepared, { recursive: true, mode: 0o700 });
  await writeFile(join(prepared, me), '', { mode: 0o600 });
  try {
    await rename(prepared, lockIn(directory));
    return true;
  } catch (error) {
    if (!isCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    await rm(prepared, { recursive: true, force: true });
    return false;
  }
}

/** A process killed between preparing and renaming leaves its prepared directory behind. */
async function removeAbandoned(directory: string): Promise<void> {
  const prefix = `${LOCK_NAME}.`;
  for (const name of await readdir(directory)) {
    if (!name.startsWith(prefix) || (await isAlive(name.slice(prefix.length)))) continue;
    await rm(join(directory, name), { recursive: true, force: true });
  }
}

async function release(directory: string, me: string): Promise<void> {
  await unlink(join(lockIn(directory), me)).catch(ifMissing(undefined));
  await rmdir(lockIn(directory)).catch((error: unknown) => {
    // Somebody else may already have the lock, or be taking it: then the directory is theirs.
    if (!isCode(error, 'ENOENT', 'ENOTEMPTY', 'EEXIST')) throw error;
  });
}

const LOCK_NAME = 'server.lock';

function lockIn(directory: string): string {
  return join(directory, LOCK_NAME);
}

function pidOf(holder: string): number {
  return Number.parseInt(holder, 10);
}

async function isAlive(holder: string): Promise<boolean> {
  const startId = await startIdOf(pidOf(holder));
  return startId !== undefined && holder === `${pidOf(holder)}-${startId}`;
}

function ifMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (isCode(error, 'ENOENT')) return value;
    throw error;
  };
}

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '');
}
