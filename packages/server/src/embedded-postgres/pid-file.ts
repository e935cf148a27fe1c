import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PID_FILE } from './names.ts';

export type PidFile = { readonly pid: number; readonly isReady: boolean };

/** Line 1 of Postgres's pid file is the postmaster's pid, line 8 its state. Undefined when there is no such file. */
export async function readPidFile(clusterDirectory: string): Promise<PidFile | undefined> {
  const text = await readFile(join(clusterDirectory, PID_FILE), 'utf8').catch(() => undefined);
  const lines = text?.split('\n');
  const pid = Number.parseInt(lines?.[0] ?? '', 10);
  return Number.isSafeInteger(pid) && pid > 1 ? { pid, isReady: lines?.[7]?.trim() === 'ready' } : undefined;
}
