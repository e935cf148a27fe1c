/**
 * The lower half of the service, which its commands use too: the data directory held, the database started,
 * migrated and opened, and the keys to what is in it.
 */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type pg from 'pg';
import { type Logger, pino } from 'pino';
import type { Config } from './config/config.ts';
import { loadDevelopmentSecrets, type Secrets } from './development/secrets.ts';
import { lockDataDir } from './embedded-postgres/lock-data-dir.ts';
import { startEmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts';
import type { Stopper } from './stopper.ts';
import { type Database, type OpenedDatabase, openDatabase } from './store/database.ts';
import { rewrapUnderMasterKey } from './store/environment-keys.ts';
import { type MasterKeys, masterKey } from './store/master-keys.ts';
import { type MigrationStep, migrate } from './store/migrate.ts';
import { rewrapOrganisationKey } from './store/organisation-keys.ts';
import { listEnvironments, listOrganisations } from './store/organisations.ts';
import { gatherLines } from './telemetry/gather-lines.ts';
import { createLogger, createRequestLog, type RequestLine } from './telemetry/logger.ts';

export interface StartOptions {
  readonly onProgress: (message: string) => void;
}

/** Something a person can mend, said in one sentence. */
export class CannotStart extends Error {}

export interface Store {
  readonly db: OpenedDatabase;
  readonly masterKeys: MasterKeys;
  readonly secrets: Secrets;
  readonly logger: Logger;
  readonly logRequest: (line: RequestLine) => void;
}

export async function openStore(
  config: Config,
  { onProgress }: StartOptions,
  stopper: Stopper,
): Promise<Store> {
  if (config.profile === 'development') await holdDataDir(config.dataDir, onProgress, stopper);
  const { logger, logRequest } = openLogs(config, stopper);
  const { secrets, masterKeys } = openSecrets(config);
  const connection = await connectionOf(config, onProgress, stopper, (event, detail) =>
    logger.warn({ event, detail }, 'embedded database'),
  );
  const applied = await migrate(connection, undefined, (step) => {
    logger.info(step, step.kind === 'applied' ? 'a migration was applied' : 'a migration waits for a table');
    tellWaiting(step, onProgress);
  }).catch(rethrowReadably);
  if (applied > 0) onProgress(`Applied ${applied} migration${applied === 1 ? '' : 's'}.`);
  const db = openDatabase({
    connection,
    poolMax: config.database.poolMax,
    preparedStatements: config.database.preparedStatements,
    onIdleError: (error) => logger.warn({ err: error }, 'an idle database connection was lost'),
  });
  stopper.add('database connections', () => db.close());
  await rewrapAll(db, masterKeys, onProgress);
  return { db, masterKeys, secrets, logger, logRequest };
}

/** A migration that has to wait is worth a line wherever somebody looks on. */
export function tellWaiting(
  { kind, version, name, tries }: MigrationStep,
  onProgress: StartOptions['onProgress'],
): void {
  if (kind === 'waits')
    onProgress(`Migration ${version} (${name}) waits for a table that is in use; tried ${tries} times.`);
}

/** Only the way to the database: in development its data directory is held and the embedded one started. */
export async function reachDatabase(
  config: Config,
  { onProgress }: StartOptions,
  stopper: Stopper,
): Promise<pg.ClientConfig> {
  if (config.profile === 'development') await holdDataDir(config.dataDir, onProgress, stopper);
  return connectionOf(config, onProgress, stopper, () => undefined);
}

export function openSecrets(config: Config): { readonly secrets: Secrets; readonly masterKeys: MasterKeys } {
  const secrets = config.secrets ?? developmentSecrets(config.dataDir);
  const previous = config.masterKeyPrevious === undefined ? [] : [masterKey(config.masterKeyPrevious)];
  return { secrets, masterKeys: { current: masterKey(secrets.masterKey), previous } };
}

async function holdDataDir(
  dataDir: string,
  onProgress: StartOptions['onProgress'],
  stopper: Stopper,
): Promise<void> {
  const lock = await lockDataDir(dataDir, {
    onWait: (pid) => onProgress(`Waiting for process ${pid} to release ${dataDir} …`),
  });
  if (!lock.ok) {
    throw new CannotStart(
      `Process ${lock.pid} already runs Switchyard on ${dataDir}. Stop it, or set SWITCHYARD_DATA_DIR and PORT for a second one.`,
    );
  }
  stopper.add('data directory', lock.release);
}

function developmentSecrets(dataDir: string): Secrets {
  const loaded = loadDevelopmentSecrets(dataDir);
  if (loaded.ok) return loaded.value;
  throw new CannotStart(
    `${loaded.error.path} is damaged or may not be read. Restore it: without it nothing in the database can be read. To begin anew, move all of ${dataDir} away.`,
  );
}

async function connectionOf(
  config: Config,
  onProgress: StartOptions['onProgress'],
  stopper: Stopper,
  onEvent: (event: 'down' | 'up', detail?: string) => void,
): Promise<pg.ClientConfig> {
  if (config.database.url !== undefined) return { connectionString: config.database.url };
  const embedded = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    onProgress,
    onDown: (detail) => onEvent('down', detail),
    onUp: () => onEvent('up'),
  });
  stopper.add('embedded database', embedded.stop);
  return embedded.connection;
}

/** Only what a person can mend is put in a sentence, and never the URL, which may hold a password. */
export function rethrowReadably(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (!UNREACHABLE_CODES.test(code)) throw error;
  throw new CannotStart(`The database of SWITCHYARD_DATABASE_URL cannot be reached (${code}).`);
}

/** No such host, nobody there, or (SQLSTATE class 28 and 3D000) wrong user, password or database name. */
const UNREACHABLE_CODES = /^(?:E[A-Z]+|28...|3D000)$/;

/** After a new master key was configured, the first start moves the keys of every environment and organisation under it. */
async function rewrapAll(
  db: Database,
  masterKeys: MasterKeys,
  onProgress: StartOptions['onProgress'],
): Promise<void> {
  let moved = 0;
  for (const environment of await listEnvironments(db)) {
    moved += await rewrapUnderMasterKey(db, masterKeys, environment.id);
  }
  for (const organisation of await listOrganisations(db)) {
    if (await rewrapOrganisationKey(db, masterKeys, organisation.id)) moved += 1;
  }
  if (moved > 0) onProgress(`Moved ${moved} keys under the new master key.`);
}

/** No line waits longer than this for others. */
const LOG_FLUSH_MS = 500;

function openLogs(config: Config, stopper: Stopper) {
  const { level, file } = config.log;
  if (file !== '-') mkdirSync(dirname(file), { recursive: true });
  const destination = pino.destination({
    dest: file === '-' ? 1 : file,
    sync: false,
    mode: 0o600,
  });
  const lines = gatherLines(destination);
  const timer = setInterval(lines.flush, LOG_FLUSH_MS);
  timer.unref();
  stopper.add('log', () => {
    clearInterval(timer);
    lines.flush();
    destination.flushSync();
  });
  const options = { level, destination: lines };
  return { logger: createLogger(options), logRequest: createRequestLog(options) };
}
