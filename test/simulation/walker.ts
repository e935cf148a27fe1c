/** Reads the log as a client does, page by page from the last event it has seen, while it is being written. */
import { listEvents } from '../../packages/server/src/store/events.ts';
import type { Town } from './people.ts';
import { ENVIRONMENT } from './setting.ts';

const LOOKS = 12;
const PAGE = 5;
const LAST_LOOK_MS = 30 * 24 * 60 * 60_000;

export async function walk(town: Town): Promise<void> {
  const { world } = town;
  const seen: string[] = [];
  for (let looks = 0; looks < LOOKS; looks += 1) {
    await world.sleep(world.random.between(100, 20_000));
    await readOn(town, seen);
  }
  await world.sleep(LAST_LOOK_MS);
  await readOn(town, seen);
  town.oracle.onWalked(seen);
}

async function readOn(town: Town, seen: string[]): Promise<void> {
  for (;;) {
    const db = town.service()?.workflows.db;
    if (db === undefined) return;
    const after = seen.at(-1);
    const page = listEvents(db, ENVIRONMENT.id, { limit: PAGE, ...(after === undefined ? {} : { after }) });
    const rows = await Promise.race([
      page.then((read) => (read.ok ? read : undefined)).catch(() => undefined),
      town.world.sleep(5_000).then(() => undefined),
    ]);
    if (rows === undefined) return;
    seen.push(...rows.rows.map(({ id }) => id));
    if (!rows.hasMore) return;
  }
}
