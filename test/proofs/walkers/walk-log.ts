/**
 * A reader that walks a log from its beginning and follows its tail until nothing more can come. It knows only what
 * a client knows: a page at a time, and the cursor that the last entry gives.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../harness/random.ts';

export interface LogEntry {
  /** What a reader passes as the cursor. */
  readonly id: string;
  readonly sequence: number;
  /** What the entry tells of: in our log an account. */
  readonly subject: string;
}

export type ReadPage = (after: string | undefined, limit: number) => Promise<readonly LogEntry[]>;

export interface Walk {
  readonly entries: readonly LogEntry[];
  readonly pages: number;
  /** Pages that were empty although writers were still at work: the reader had caught up with them. */
  readonly caughtUp: number;
}

const LIMIT_MAX = 100;
const PAUSE_MS_MAX = 10;

export async function walkLog(
  readPage: ReadPage,
  random: Random,
  writersAreDone: () => boolean,
): Promise<Walk> {
  const entries: LogEntry[] = [];
  let pages = 0;
  let caughtUp = 0;
  for (;;) {
    // Asked before the page is read: only an empty page that was begun after the last write proves the end.
    const isLast = writersAreDone();
    const page = await readPage(entries.at(-1)?.id, random.between(1, LIMIT_MAX));
    pages += 1;
    entries.push(...page);
    if (page.length > 0) continue;
    if (isLast) return { entries, pages, caughtUp };
    caughtUp += 1;
    await sleep(random.between(0, PAUSE_MS_MAX));
  }
}
