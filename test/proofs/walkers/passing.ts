/** How far each reader has come, for writers who wait until they have been overtaken. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ReadPage } from './walk-log.ts';

export interface Passing {
  /** The same page reader, watched as one of the readers. */
  watch(reader: number, readPage: ReadPage): ReadPage;
  /** True when so many readers have seen an entry above this number; false when the time was over first. */
  beyond(sequence: number, readersMin: number, waitMsMax: number): Promise<boolean>;
}

const POLL_MS = 2;

export function createPassing(readers: number): Passing {
  const reached = Array.from({ length: readers }, () => 0);
  return {
    watch(reader, readPage) {
      return async (after, limit) => {
        const page = await readPage(after, limit);
        reached[reader] = page.at(-1)?.sequence ?? reached[reader] ?? 0;
        return page;
      };
    },
    async beyond(sequence, readersMin, waitMsMax) {
      const deadline = Date.now() + waitMsMax;
      while (reached.filter((last) => last > sequence).length < readersMin) {
        if (Date.now() > deadline) return false;
        await sleep(POLL_MS);
      }
      return true;
    },
  };
}
