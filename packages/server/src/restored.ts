/** `npm run restored`: to be run once after a restore from a backup, before the service is started. See docs/guides/backup.md. */
import { randomUUIDv7 } from 'node:crypto';
import { readConfig } from './config/config.ts';
import { type IdPrefix, idFromUuid } from './domain/ids.ts';
import { CannotStart, openStore } from './open-store.ts';
import { createStopper } from './stopper.ts';
import { openKeyring } from './store/keyring.ts';
import { listEnvironments } from './store/organisations.ts';
import { afterRestore } from './workflows/after-restore.ts';

async function main(): Promise<number> {
  const configured = readConfig(process.env);
  if (!configured.ok) {
    for (const problem of configured.problems) console.error(problem);
    return 1;
  }
  const stopper = createStopper();
  try {
    const { db, masterKeys } = await openStore(configured.config, { onProgress: console.error }, stopper);
    const newId = <P extends IdPrefix>(prefix: P) => idFromUuid(prefix, randomUUIDv7());
    const deps = { db, keyring: openKeyring(db, masterKeys), newId, now: () => Date.now() };
    for (const { id, mode } of await listEnvironments(db)) {
      const { payments, quotes } = await afterRestore(deps, id);
      console.log(
        `${id}  ${mode}  ${payments} open payments will be asked about, ${quotes} quotes taken back`,
      );
    }
    return 0;
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    console.error(error.message);
    return 1;
  } finally {
    await stopper.stop();
  }
}

process.exitCode = await main();
