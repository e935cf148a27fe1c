/**
 * What each node knows of the clocks that somebody has moved ahead in test environments. Read once a second, and again at once on
 * the node that moves one, so that whoever asks for the time asks memory. Where nothing was moved, which is everywhere but in
 * tests, that is the look at an empty map.
 */
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { listMovedClocks } from '../store/test-clocks.ts';

export interface TestClocks {
  /** How far the environment's clock is ahead of ours; nothing unless somebody has moved it. */
  aheadMs(environmentId: string): number;
  /** By environment: those that are ahead. */
  moved(): ReadonlyMap<string, number>;
  refresh(): Promise<void>;
}

/** Other nodes know within five seconds, also when a look or two fails. */
const LOOK_EVERY_MS = 1_000;

export function createTestClocks(db: Database): TestClocks {
  let moved: ReadonlyMap<string, number> = new Map();
  return {
    aheadMs: (environmentId) => (moved.size === 0 ? 0 : (moved.get(environmentId) ?? 0)),
    moved: () => moved,
    async refresh() {
      const seen = await listMovedClocks(db);
      // Looks may overtake each other, and no clock goes back: what an older one saw takes nothing away.
      const news = [...seen].filter(([id, aheadMs]) => aheadMs > (moved.get(id) ?? 0));
      if (news.length > 0) moved = new Map([...moved, ...news]);
    },
  };
}

/** Knows them when it resolves; answers with the function that stops looking. */
export async function watchTestClocks(
  clocks: TestClocks,
  logger: Pick<Logger, 'warn'>,
): Promise<() => Promise<void>> {
  await clocks.refresh();
  let look: Promise<void> | undefined;
  const timer = setInterval(() => {
    look ??= clocks
      .refresh()
      .catch((error: unknown) => {
        logger.warn(
          { err: error },
          'the clocks of test environments could not be read; the next look tries again',
        );
      })
      .finally(() => {
        look = undefined;
      });
  }, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await look;
  };
}
