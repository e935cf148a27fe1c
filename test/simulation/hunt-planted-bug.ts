import { Worker } from 'node:worker_threads';
import type { PlantedBug } from './planted-bugs.ts';
import type { PlantedAnswer, PlantedOrder } from './planted-life.ts';

/** In a thread of its own, because a module is loaded once. */
export function huntPlantedBug(
  { edits }: PlantedBug,
  firstSeed: number,
  seeds: number,
): Promise<PlantedAnswer> {
  const order: PlantedOrder = { edits, firstSeed, seeds };
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./planted-life.ts', import.meta.url), { workerData: order });
    worker.once('message', (answer: PlantedAnswer) => {
      resolve(answer);
      void worker.terminate();
    });
    worker.once('error', reject);
  });
}
