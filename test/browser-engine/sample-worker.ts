/** A thread that draws batches ahead of those who decide them, and hands them over as JSON. */
import { parentPort } from 'node:worker_threads';
import { sampleGroups } from './sample-groups.ts';

export interface BatchWanted {
  readonly seed: number;
  readonly batch: number;
  readonly snapshots: number;
}

parentPort?.on('message', ({ seed, batch, snapshots }: BatchWanted) => {
  parentPort?.postMessage(JSON.stringify(sampleGroups(seed, batch, snapshots)));
});
