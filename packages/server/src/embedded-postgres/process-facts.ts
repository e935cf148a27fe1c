/**
 * What the operating system says about processes. A bare pid proves nothing: it may belong to a zombie whose parent
 * reaps late, or have been given to another program since it was written down. So a process is known by its pid and
 * the moment it started, and a database server by the directory it works in.
 */

import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Names the run of a process, the boot of the machine included; undefined for one that is gone or a zombie. */
export async function startIdOf(pid: number): Promise<string | undefined> {
  return process.platform === 'linux' ? linuxStartId(pid) : psStartId(pid);
}

/**
 * The pids of the database processes that work in a directory. On Linux these are all of them, backends that outlived
 * their postmaster included; elsewhere only the postmaster, whose pid its own file gives.
 */
export async function postgresProcessesIn(
  directory: string,
  pidInFile: number | undefined,
): Promise<readonly number[]> {
  if (process.platform === 'linux') return linuxPostgresIn(directory);
  if (pidInFile === undefined) return [];
  const command = await ps(pidInFile, 'stat=,command=');
  const alive = command !== undefined && !command.startsWith('Z');
  return alive && command.includes('postgres') && command.includes(directory) ? [pidInFile] : [];
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function linuxStartId(pid: number): Promise<string | undefined> {
  const stat = await linuxStat(pid);
  if (stat === undefined) return undefined;
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return `${boot.slice(0, 8)}.${stat.startTicks}`;
}

async function psStartId(pid: number): Promise<string | undefined> {
  const line = await ps(pid, 'stat=,lstart=');
  if (line === undefined || line.startsWith('Z')) return undefined;
  return line.replace(/^\S+\s+/, '').replaceAll(/[^A-Za-z0-9]+/g, '.');
}

async function linuxPostgresIn(directory: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const inside = await Promise.all(pids.map((pid) => isLinuxPostgresIn(pid, directory)));
  return pids.filter((_, index) => inside[index]);
}

async function isLinuxPostgresIn(pid: number, directory: string): Promise<boolean> {
  const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (workingDirectory !== directory) return false;
  return (await linuxStat(pid))?.name === 'postgres';
}

type LinuxStat = { readonly name: string; readonly startTicks: string };

/** Undefined for a process that is gone or dead and not yet reaped. */
async function linuxStat(pid: number): Promise<LinuxStat | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name stands in parentheses and may itself hold spaces and parentheses, so the last one ends it.
  const nameEnd = text.lastIndexOf(')');
  const [state, ...rest] = text.slice(nameEnd + 2).split(' ');
  const startTicks = rest[18];
  if (nameEnd < 0 || state === 'Z' || state === 'X' || startTicks === undefined) return undefined;
  return { name: text.slice(text.indexOf('(') + 1, nameEnd), startTicks };
}

async function ps(pid: number, columns: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', columns, '-p', String(pid)]);
    return stdout.trim() || undefined;
  } catch {
    return undefined;
  }
}
