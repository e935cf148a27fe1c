/** Migrations by themselves, for whoever wants them done before the first node starts. */
import type { Config } from './config/config.ts';
import { CannotStart, reachDatabase, rethrowReadably, type StartOptions, tellWaiting } from './open-store.ts';
import { createStopper } from './stopper.ts';
import { migrate } from './store/migrate.ts';
import { readMigrationState } from './store/migration-state.ts';

export { CannotStart };

export interface NamedMigration {
  readonly version: number;
  readonly name: string;
}

/** What a start of this release would apply to the database, in order. */
export async function planMigrations(
  config: Config,
  options: StartOptions,
): Promise<readonly NamedMigration[]> {
  return withDatabase(config, options, async (connection) => {
    const { missing } = await readMigrationState(connection).catch(rethrowReadably);
    return missing.map(({ version, name }) => ({ version, name }));
  });
}

/** Applies what is missing and answers what that was. Nodes that start meanwhile wait for it. */
export async function applyMigrations(
  config: Config,
  options: StartOptions,
): Promise<readonly NamedMigration[]> {
  return withDatabase(config, options, async (connection) => {
    const { missing } = await readMigrationState(connection).catch(rethrowReadably);
    const applied = await migrate(connection, undefined, (step) =>
      tellWaiting(step, options.onProgress),
    ).catch(rethrowReadably);
    return missing.slice(missing.length - applied).map(({ version, name }) => ({ version, name }));
  });
}

async function withDatabase<T>(
  config: Config,
  options: StartOptions,
  work: (connection: Awaited<ReturnType<typeof reachDatabase>>) => Promise<T>,
): Promise<T> {
  const stopper = createStopper();
  try {
    return await work(await reachDatabase(config, options, stopper));
  } finally {
    await stopper.stop();
  }
}
