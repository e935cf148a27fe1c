/** What follows a restore from a backup, for all environments, before the service is started. See docs/guides/backup.md. */
import { randomUUIDv7 } from 'node:crypto';
import type { Config } from './config/config.ts';
import { type IdPrefix, idFromUuid } from './domain/ids.ts';
import { CannotStart, openStore, type StartOptions } from './open-store.ts';
import { createStopper } from './stopper.ts';
import { openKeyring } from './store/keyring.ts';
import { listEnvironments } from './store/organisations.ts';
import { afterRestore, type Restored } from './workflows/after-restore.ts';

export { CannotStart };

export interface RestoredEnvironment extends Restored {
  readonly environment: string;
  readonly mode: 'test' | 'live';
}

export async function settleRestore(
  config: Config,
  options: StartOptions,
): Promise<readonly RestoredEnvironment[]> {
  const stopper = createStopper();
  try {
    const { db, masterKeys } = await openStore(config, options, stopper);
    const newId = <P extends IdPrefix>(prefix: P) => idFromUuid(prefix, randomUUIDv7());
    const deps = { db, keyring: openKeyring(db, masterKeys), newId, now: () => Date.now() };
    const settled: RestoredEnvironment[] = [];
    for (const { id, mode } of await listEnvironments(db))
      settled.push({ environment: id, mode, ...(await afterRestore(deps, id)) });
    return settled;
  } finally {
    await stopper.stop();
  }
}
