/** `switchyard bootstrap`: the first owner, environments and keys of a service that has none, by its configuration alone. */
import { randomUUIDv7 } from 'node:crypto';
import type { Founding } from '@switchyard/contract';
import type { Result } from '@switchyard/engine';
import type { Config } from './config/config.ts';
import { idFromUuid } from './domain/ids.ts';
import { type Founded, foundOrganisation } from './manage/found-organisation.ts';
import { explain } from './messages/explain.ts';
import { openStore, type StartOptions } from './open-store.ts';
import { createStopper } from './stopper.ts';

export type { Founded } from './manage/found-organisation.ts';

/** Why not, in a sentence; `param` is the input at fault, where one is. */
export interface BootstrapRefusal {
  readonly param?: string;
  readonly message: string;
}

/** Brings the database to the newest schema first. Throws `CannotStart` when it cannot be reached. */
export async function bootstrap(
  config: Config,
  founding: Founding,
  options: StartOptions,
): Promise<Result<Founded, BootstrapRefusal>> {
  const stopper = createStopper();
  try {
    const { db, masterKeys, secrets } = await openStore(config, options, stopper);
    const founded = await foundOrganisation(
      {
        db,
        masterKeys,
        pepper: secrets.pepper,
        newId: (prefix) => idFromUuid(prefix, randomUUIDv7()),
        now: () => Date.now(),
      },
      founding,
    );
    if (founded.ok) return founded;
    const { param, explanation } = founded.error;
    const message = explanation === undefined ? founded.error.code : explain(explanation).message;
    return { ok: false, error: param === undefined || param === '' ? { message } : { param, message } };
  } finally {
    await stopper.stop();
  }
}
