import { readFileSync } from 'node:fs';

/**
 * Remembers the npm that started us, to be called first of all; the function returned says whether it is gone since. A
 * process whose parent dies gets another one, so a changed parent tells. Some shells stay between npm and us (`npm start`
 * runs `sh -c …`); then it is the shell's parent that counts. Started without npm, nobody is missed.
 *
 * @returns {() => boolean}
 */
export function rememberNpm() {
  if (process.env.npm_lifecycle_event === undefined) return () => false;
  const parent = process.ppid;
  const shell = readStat(parent);
  const isShellBetween = shell !== undefined && SHELLS.has(shell.name);
  const npm = isShellBetween ? shell.parent : parent;
  const wasGoneBefore = npm === 1 && !mayBeNpm(npm);
  return () =>
    wasGoneBefore || process.ppid !== parent || (isShellBetween && readStat(parent)?.parent !== npm);
}

const SHELLS = new Set(['sh', 'dash', 'bash', 'ash', 'busybox', 'zsh', 'ksh']);

/**
 * In a container npm itself may be process 1; otherwise that is who inherits the children of a killed npm.
 *
 * @param {number} pid
 */
function mayBeNpm(pid) {
  const stat = readStat(pid);
  return stat === undefined || /npm|node|yarn|bun/i.test(stat.name);
}

/**
 * Only Linux has this file. The shell of macOS does not stay between.
 *
 * @param {number} pid
 * @returns {{ name: string, parent: number } | undefined}
 */
function readStat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const nameEnd = text.lastIndexOf(')');
    const parent = Number(text.slice(nameEnd + 2).split(' ')[1]);
    return { name: text.slice(text.indexOf('(') + 1, nameEnd), parent };
  } catch {
    return undefined;
  }
}
