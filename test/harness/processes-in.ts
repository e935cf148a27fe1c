import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { sep } from 'node:path';

export interface FoundProcess {
  readonly pid: number;
  readonly command: string;
}

/** The living processes that work in a directory or below it. Known on Linux only; elsewhere none are found. */
export async function processesIn(directory: string): Promise<readonly FoundProcess[]> {
  if (process.platform !== 'linux') return [];
  const root = await realpath(directory);
  const found: FoundProcess[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // A zombie has no working directory any more, and is as good as gone.
    const workingDirectory = await readlink(`/proc/${name}/cwd`).catch(() => '');
    if (workingDirectory !== root && !workingDirectory.startsWith(root + sep)) continue;
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    found.push({ pid: Number(name), command: command.replaceAll('\0', ' ').trim() });
  }
  return found;
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
