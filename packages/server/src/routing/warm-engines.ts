/** Cuts the first snapshots before anybody asks, so that a start is not followed by a crowd that waits for them. */
import type { Database } from '../store/database.ts';
import { listEnvironments } from '../store/organisations.ts';
import type { Engines } from './engines.ts';

/** A start must not last for ever: environments past these are warmed by whoever asks first. */
const WARMED_MAX = 100;

export async function warmEngines(db: Database, engines: Pick<Engines, 'of'>): Promise<void> {
  const environments = await listEnvironments(db);
  // One after the other: nobody waits for it but the start, and each is quick.
  for (const environment of environments.slice(0, WARMED_MAX)) await engines.of(environment);
}
