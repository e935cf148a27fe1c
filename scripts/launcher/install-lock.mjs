/**
 * One installation at a time in a checkout. The lock is a directory holding one file, named for its owner, in which the
 * pids of the launcher and of its npm stand. Taking the lock and taking it over from the dead are single renames, of
 * which exactly one succeeds when several try. It cannot lie in `node_modules`, which npm empties.
 */

import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 250;
/** Longer than any installation: by then the pid in the lock belongs to some other program. */
const WAIT_MAX_MS = 600_000;

/**
 * @typedef {{ addPid: (pid: number) => void, release: () => void }} InstallLock
 *
 * @param {string} root
 * @param {(pid: number) => void} onWait
 * @returns {Promise<InstallLock>}
 */
export async function takeInstallLock(root, onWait) {
  const home = join(root, '.switchyard');
  const me = `${process.pid}-${randomUUID()}`;
  const begunAt = Date.now();
  for (let told = false; !tryTake(home, me, Date.now() - begunAt > WAIT_MAX_MS); await sleep(POLL_MS)) {
    const [pid] = pidsOf(home, holderIn(home));
    if (!told && pid !== undefined) onWait(pid);
    told ||= pid !== undefined;
  }
  const file = join(lockIn(home), me);
  return {
    addPid: (pid) => writeFileSync(file, `${process.pid} ${pid}`),
    release: () => {
      rmSync(file, { force: true });
      removeIfEmpty(lockIn(home));
      removeIfEmpty(home);
    },
  };
}

/**
 * @param {string} home
 * @param {string} me
 * @param {boolean} byForce
 */
function tryTake(home, me, byForce) {
  const prepared = join(home, `install.${me}`);
  mkdirSync(prepared, { recursive: true, mode: 0o700 });
  writeFileSync(join(prepared, me), String(process.pid));
  // Works only while the lock is absent or empty.
  if (renamed(prepared, lockIn(home))) return true;
  rmSync(prepared, { recursive: true, force: true });

  const holder = holderIn(home);
  if (holder === undefined || (!byForce && pidsOf(home, holder).some(isAlive))) return false;
  // Whoever comes second finds no file of that name.
  if (!renamed(join(lockIn(home), holder), join(lockIn(home), me))) return false;
  writeFileSync(join(lockIn(home), me), String(process.pid));
  return true;
}

/** @param {string} home */
function lockIn(home) {
  return join(home, 'install.lock');
}

/** @param {string} home */
function holderIn(home) {
  try {
    return readdirSync(lockIn(home))[0];
  } catch {
    return undefined;
  }
}

/**
 * @param {string} home
 * @param {string | undefined} holder
 * @returns {number[]}
 */
function pidsOf(home, holder) {
  if (holder === undefined) return [];
  try {
    const pids = readFileSync(join(lockIn(home), holder), 'utf8')
      .split(' ')
      .map(Number);
    return pids.filter((pid) => Number.isSafeInteger(pid) && pid > 0);
  } catch {
    return [];
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function renamed(from, to) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(error))) return false;
    throw error;
  }
}

/** @param {string} directory */
function removeIfEmpty(directory) {
  try {
    rmdirSync(directory);
  } catch {
    // Somebody else uses it already.
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
