import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LoadJob, LoadLatency, LoadResult } from './load-job.ts';

export interface LoadGenerator {
  /** Operations per second. Throws when any answer was not a success. */
  run(job: LoadJob): Promise<number>;
  /** The same, and how long the answers took. */
  measure(job: LoadJob): Promise<{ readonly perSecond: number; readonly latency: LoadLatency }>;
  /** The largest share of one core it has taken in a job of some length. */
  busyMax(): number;
  stop(): void;
}

/** Shorter jobs say nothing about how busy the generator is: opening sockets weighs too much in them. */
const BUSY_COUNTS_FROM_MS = 400;

/** One generator serves all jobs, one after the other, so that its code is as warm for the last as for the first. */
export function startLoadGenerator(): LoadGenerator {
  const child = fork(join(import.meta.dirname, 'load-generator.ts'));
  let busyMax = 0;
  const measure: LoadGenerator['measure'] = async (job) => {
    child.send(job);
    // What the generator sends is a LoadResult: its file says so.
    const [result] = (await once(child, 'message')) as [LoadResult];
    if (!result.ok) throw new Error(result.problem);
    if (result.elapsedMs >= BUSY_COUNTS_FROM_MS) busyMax = Math.max(busyMax, result.generatorBusy);
    return { perSecond: (result.answers / result.elapsedMs) * 1000, latency: result.latency };
  };
  return {
    run: async (job) => (await measure(job)).perSecond,
    measure,
    busyMax: () => busyMax,
    stop: () => void child.kill(),
  };
}
