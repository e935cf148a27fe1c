import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 20;

/** Waits until something is so, and fails when that takes too long. */
export async function until(isSo: () => boolean | Promise<boolean>, msMax = 15_000): Promise<void> {
  const deadline = Date.now() + msMax;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It has not come about in time');
    await sleep(LOOK_EVERY_MS);
  }
}
