/**
 * What a doctor looks at before or beside a running service: configuration, database, clocks, schema and keys. Each
 * finding stands by itself, in a sentence; what cannot be looked at because something before it failed is left out.
 * Nothing is changed, and nothing secret is repeated.
 */
import { existsSync } from 'node:fs';
import type pg from 'pg';
import type { Config, ConfigResult } from './config/config.ts';
import { CannotStart, openSecrets, reachDatabase, rethrowReadably } from './open-store.ts';
import { createStopper, type Stopper } from './stopper.ts';
import { openDatabase } from './store/database.ts';
import { type DatabaseFacts, readDatabaseFacts } from './store/database-facts.ts';
import { countUnopenableKeys } from './store/environment-keys.ts';
import { type MigrationState, readMigrationState } from './store/migration-state.ts';
import { listEnvironments } from './store/organisations.ts';

export interface Finding {
  readonly check: 'configuration' | 'database' | 'version' | 'clock' | 'migrations' | 'master key';
  /** A warning is worth a look; only what failed keeps the service from its work. */
  readonly state: 'ok' | 'warning' | 'failed';
  readonly message: string;
}

const POSTGRES_MIN = 150_000;
/** Leases are on the database's clock; but what a node decides and records is on its own. */
const SKEW_MS_NOTED = 1_000;
const SKEW_MS_MAX = 30_000;

export async function examine(configured: ConfigResult, now: () => number): Promise<readonly Finding[]> {
  if (!configured.ok) {
    return configured.problems.map((message) => ({ check: 'configuration', state: 'failed', message }));
  }
  const { config } = configured;
  const stopper = createStopper();
  try {
    return [configurationOf(config), ...(await examineDatabase(config, now, stopper))];
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    return [configurationOf(config), { check: 'database', state: 'failed', message: error.message }];
  } finally {
    await stopper.stop();
  }
}

function configurationOf({ profile, database }: Config): Finding {
  const where = database.url === undefined ? 'the embedded database' : 'the database it names';
  return { check: 'configuration', state: 'ok', message: `It can be read: ${profile}, with ${where}.` };
}

async function examineDatabase(
  config: Config,
  now: () => number,
  stopper: Stopper,
): Promise<readonly Finding[]> {
  if (config.database.url === undefined && !existsSync(config.dataDir)) {
    return [{ check: 'database', state: 'warning', message: 'There is none yet: the first start makes it.' }];
  }
  const connection = await reachDatabase(config, { onProgress: () => undefined }, stopper);
  const facts = await readDatabaseFacts(connection, now).catch(rethrowReadably);
  const state = await readMigrationState(connection);
  const isWhole = state.missing.length === 0 && state.changed.length === 0;
  return [
    { check: 'database', state: 'ok', message: `It answers in ${facts.roundTripMs} ms.` },
    versionOf(facts),
    clockOf(facts),
    migrationsOf(state),
    ...(isWhole ? [await masterKeyOf(config, connection, stopper)] : []),
  ];
}

function versionOf({ version, versionNumber }: DatabaseFacts): Finding {
  return versionNumber >= POSTGRES_MIN
    ? { check: 'version', state: 'ok', message: `Postgres ${version}.` }
    : { check: 'version', state: 'failed', message: `Postgres ${version}; it must be 15 or newer.` };
}

function clockOf({ clockSkewMs }: DatabaseFacts): Finding {
  const off = Math.abs(clockSkewMs);
  const message = `The database's clock is ${off} ms ${clockSkewMs < 0 ? 'behind' : 'ahead of'} this one.`;
  const state = off > SKEW_MS_MAX ? 'failed' : off > SKEW_MS_NOTED ? 'warning' : 'ok';
  return { check: 'clock', state, message };
}

function migrationsOf({ missing, changed, newer }: MigrationState): Finding {
  const check = 'migrations';
  const [altered] = changed;
  if (altered !== undefined) {
    const message = `Migration ${altered.version} (${altered.name}) was applied with another content than it has here.`;
    return { check, state: 'failed', message };
  }
  if (missing.length > 0) {
    const names = missing.map(({ version, name }) => `${version} ${name}`).join(', ');
    const message = `Still to be applied: ${names}. The next start does it, or \`switchyard migrate\`.`;
    return { check, state: 'warning', message };
  }
  return newer.length > 0
    ? { check, state: 'warning', message: 'The database is ahead: a newer release has been here.' }
    : { check, state: 'ok', message: 'All applied.' };
}

async function masterKeyOf(config: Config, connection: pg.ClientConfig, stopper: Stopper): Promise<Finding> {
  const check = 'master key';
  const { masterKeys } = openSecrets(config);
  const { preparedStatements } = config.database;
  const db = openDatabase({ connection, poolMax: 3, preparedStatements, onIdleError: () => undefined });
  stopper.add('database connections', () => db.close());
  const environments = await listEnvironments(db);
  const closed: string[] = [];
  for (const { id } of environments) {
    if ((await countUnopenableKeys(db, masterKeys, id)) > 0) closed.push(id);
  }
  if (closed.length > 0) {
    const message = `It does not open the keys of ${closed.join(', ')}: it is not the one they were made under.`;
    return { check, state: 'failed', message };
  }
  return environments.length === 0
    ? { check, state: 'warning', message: 'There is no environment yet that it could be tried on.' }
    : { check, state: 'ok', message: `It opens the keys of all ${environments.length} environments.` };
}
