/** The processor time that all processes of a database have taken so far, where the system says so (Linux), else NaN. */
import { readlink } from 'node:fs/promises';
import { processesIn } from '../../test/harness/processes-in.ts';
import { processorSecondsWithEnded } from '../processor-time.ts';

export type DatabaseWatch = () => Promise<number>;

/** Its processes are known by where they work, which any of them tells. */
export async function watchDatabase(pid: number): Promise<DatabaseWatch> {
  const directory = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  return async () => {
    if (directory === undefined) return Number.NaN;
    const processes = await processesIn(directory);
    // What has ended counts with the first of them, whose children all the others are.
    return processes.reduce((sum, one) => sum + (processorSecondsWithEnded(one.pid) ?? 0), 0);
  };
}
