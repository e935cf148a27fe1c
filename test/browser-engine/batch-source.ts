import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { QUESTIONS_PER_SNAPSHOT } from './sample-groups.ts';
import type { BatchWanted } from './sample-worker.ts';

export interface Batch {
  readonly number: number;
  readonly pairs: number;
  /** The groups as JSON, as a snapshot travels to a client. */
  readonly text: string;
}

const SNAPSHOTS_PER_BATCH = 125;

/** So many pairs in batches; the next one is drawn while its taker works on the last. */
export async function* drawBatches(seed: number, pairs: number): AsyncGenerator<Batch> {
  const worker = new Worker(new URL('./sample-worker.ts', import.meta.url));
  const snapshots = Math.ceil(pairs / QUESTIONS_PER_SNAPSHOT);
  const batches = Math.ceil(snapshots / SNAPSHOTS_PER_BATCH);
  const sizeOf = (batch: number) => Math.min(SNAPSHOTS_PER_BATCH, snapshots - batch * SNAPSHOTS_PER_BATCH);
  const draw = async (batch: number): Promise<string> => {
    worker.postMessage({ seed, batch, snapshots: sizeOf(batch) } satisfies BatchWanted);
    // One is asked for at a time, so the next message is its answer.
    const [text] = (await once(worker, 'message')) as [string];
    return text;
  };
  try {
    let drawn = draw(0);
    for (let number = 0; number < batches; number += 1) {
      const text = await drawn;
      if (number + 1 < batches) {
        drawn = draw(number + 1);
        // Whoever awaits it still sees the failure.
        drawn.catch(() => undefined);
      }
      yield { number, pairs: sizeOf(number) * QUESTIONS_PER_SNAPSHOT, text };
    }
  } finally {
    await worker.terminate();
  }
}
