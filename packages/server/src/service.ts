/**
 * The composition root: from a configuration to a running service, by plain function calls. Whatever is started is
 * stopped again in the opposite order, also when a later step fails.
 */
import { randomUUIDv7 } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { loadCatalogue } from '@switchyard/rails';
import type pg from 'pg';
import { pino } from 'pino';
import type { Config } from './config/config.ts';
import { readDevKeys, writeDevFile } from './development/dev-file.ts';
import { moveIn } from './development/move-in.ts';
import { loadDevelopmentSecrets, type Secrets } from './development/secrets.ts';
import { type IdPrefix, idFromUuid } from './domain/ids.ts';
import { lockDataDir } from './embedded-postgres/lock-data-dir.ts';
import { startEmbeddedPostgres } from './embedded-postgres/start-embedded-postgres.ts';
import type { Limiters } from './http/admit.ts';
import { createAuthenticator } from './http/authenticate.ts';
import { serveDocs } from './http/docs/serve-docs.ts';
import { serveHealth } from './http/health.ts';
import { serveMetrics } from './http/metrics-server.ts';
import { serveOpenApi } from './http/openapi.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { createHttpServer } from './http/server.ts';
import { startHousekeeping } from './jobs/housekeeping.ts';
import { createStopper, type Stopper } from './stopper.ts';
import { findApiKey } from './store/api-keys.ts';
import { type Database, openDatabase } from './store/database.ts';
import { rewrapUnderMasterKey } from './store/environment-keys.ts';
import { openKeyring } from './store/keyring.ts';
import { type MasterKeys, masterKey } from './store/master-keys.ts';
import { migrate } from './store/migrate.ts';
import { listEnvironments } from './store/organisations.ts';
import { createLogger } from './telemetry/logger.ts';
import { createMetrics } from './telemetry/metrics.ts';

export interface Service {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly metricsUrl: string;
  /** In development: the keys that were handed out. */
  readonly keys?: { readonly test: string; readonly live: string };
  stop(): Promise<void>;
}

export interface StartOptions {
  readonly onProgress: (message: string) => void;
}

/** Something a person can mend, said in one sentence. */
export class CannotStart extends Error {}

export async function startService(config: Config, options: StartOptions): Promise<Service> {
  const stopper = createStopper();
  try {
    return await compose(config, options, stopper);
  } catch (error) {
    await stopper.stop();
    throw error;
  }
}

async function compose(config: Config, { onProgress }: StartOptions, stopper: Stopper): Promise<Service> {
  const development = config.profile === 'development';
  if (development) await holdDataDir(config.dataDir, onProgress, stopper);
  const logger = openLogger(config);
  const secrets = config.secrets ?? loadDevelopmentSecrets(config.dataDir);
  const masterKeys = masterKeysOf(config, secrets);

  const connection = await connectionOf(config, onProgress, stopper, (event, detail) =>
    logger.warn({ event, detail }, 'embedded database'),
  );
  const applied = await migrate(connection);
  if (applied > 0) onProgress(`Applied ${applied} migration${applied === 1 ? '' : 's'}.`);
  const db = openDatabase({
    connection,
    poolMax: config.database.poolMax,
    preparedStatements: config.database.preparedStatements,
    onIdleError: (error) => logger.warn({ err: error }, 'an idle database connection was lost'),
  });
  stopper.add('database connections', () => db.close());
  await rewrapAll(db, masterKeys, onProgress);

  const now = () => Date.now();
  const newId = <P extends IdPrefix>(prefix: P) => idFromUuid(prefix, randomUUIDv7());
  const keys = development
    ? await moveIn({ db, masterKeys, pepper: secrets.pepper, newId, now }, readDevKeys(config.dataDir))
    : undefined;

  const metrics = createMetrics();
  const metricsServer = await serveMetrics(metrics, config.host, config.metricsPort);
  stopper.add('metrics server', metricsServer.stop);
  stopper.add('housekeeping', startHousekeeping({ db, logger, now }));

  const app = createHttpServer({
    operations: { db, keyring: openKeyring(db, masterKeys), newId, rails: loadCatalogue() },
    authenticator: createAuthenticator({
      pepper: secrets.pepper,
      findApiKey: (hash) => findApiKey(db, hash),
    }),
    limiters: limitersOf(config),
    now,
    newRequestId: () => newId('req_'),
    logger,
    metrics,
    trustedProxies: config.trustedProxies,
    limits: { connectionsMax: config.connectionsMax },
  });
  const health = serveHealth(app, db);
  await serveOpenApi(app);
  serveDocs(app);
  const port = await listen(app, config);
  stopper.add('HTTP server', async () => {
    health.drain();
    await app.close();
  });

  const baseUrl = `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${port}`;
  const docsUrl = `${baseUrl}/docs`;
  if (keys !== undefined) {
    writeDevFile(config.dataDir, {
      baseUrl,
      testKey: keys.test,
      liveKey: keys.live,
      manageToken: null,
      consoleUrl: null,
      docsUrl,
      simulatorUrl: null,
      pid: process.pid,
    });
  }
  logger.info({ baseUrl }, 'ready');
  return {
    baseUrl,
    docsUrl,
    metricsUrl: metricsServer.url,
    ...(keys === undefined ? {} : { keys }),
    stop: () => stopper.stop(),
  };
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

function masterKeysOf(config: Config, secrets: Secrets): MasterKeys {
  const previous = config.masterKeyPrevious === undefined ? [] : [masterKey(config.masterKeyPrevious)];
  return { current: masterKey(secrets.masterKey), previous };
}

/** After a new master key was configured, the first start moves every environment's keys under it. */
async function rewrapAll(
  db: Database,
  masterKeys: MasterKeys,
  onProgress: StartOptions['onProgress'],
): Promise<void> {
  let moved = 0;
  for (const environment of await listEnvironments(db)) {
    moved += await rewrapUnderMasterKey(db, masterKeys, environment.id);
  }
  if (moved > 0) onProgress(`Moved ${moved} environment keys under the new master key.`);
}

function limitersOf(config: Config): Limiters {
  const limits = config.rateLimits;
  if (limits === undefined) return {};
  return {
    calls: {
      live: createRateLimiter(limits.live),
      test: createRateLimiter(limits.test),
      liveDecide: createRateLimiter(limits.liveDecide),
      testDecide: createRateLimiter(limits.testDecide),
    },
    authFailures: createRateLimiter(limits.authFailures),
  };
}

function openLogger(config: Config) {
  const { level, file } = config.log;
  if (file === '-') return createLogger({ level, destination: pino.destination(1) });
  mkdirSync(dirname(file), { recursive: true });
  return createLogger({ level, destination: pino.destination({ dest: file, sync: false, mode: 0o600 }) });
}

async function listen(app: ReturnType<typeof createHttpServer>, config: Config): Promise<number> {
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      throw new CannotStart(
        `Port ${config.port} is in use. Set PORT to another one, such as PORT=${config.port + 10}.`,
      );
    }
    throw error;
  }
  const address = app.server.address();
  return typeof address === 'object' && address !== null ? address.port : config.port;
}
