import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PayersJob, PayersResult } from './payers-job.ts';

export interface Payers {
  readonly pid: number;
  /** Throws when any payment did not succeed. */
  pay(job: PayersJob): Promise<Extract<PayersResult, { ok: true }>>;
  stop(): void;
}

/** The same people pay in all jobs, one job after the other, so that their code is as warm for the last as for the first. */
export function startPayers(): Payers {
  const child = fork(join(import.meta.dirname, 'payers.ts'));
  const { pid } = child;
  if (pid === undefined) throw new Error('The payers did not start');
  return {
    pid,
    pay: async (job) => {
      child.send(job);
      // What they send is a PayersResult: their file says so.
      const [result] = (await once(child, 'message')) as [PayersResult];
      if (!result.ok) throw new Error(result.problem);
      return result;
    },
    stop: () => void child.kill(),
  };
}
