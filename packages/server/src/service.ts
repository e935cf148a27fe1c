/**
 * The composition root: from a configuration to a running service, by plain function calls. Whatever is started is
 * stopped again in the opposite order, also when a later step fails.
 */
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { loadCatalogue, RAIL_MODULES } from '@switchyard/rails';
import type { Config } from './config/config.ts';
import { readDevKeys, readSimulatorUrl, writeDevFile } from './development/dev-file.ts';
import { moveIn } from './development/move-in.ts';
import { seedRouting } from './development/seed-routing.ts';
import { type IdPrefix, idFromUuid } from './domain/ids.ts';
import { retentionOf } from './domain/retention.ts';
import { createAuthenticator } from './http/authenticate.ts';
import { serveDocs } from './http/docs/serve-docs.ts';
import { serveHealth } from './http/health.ts';
import { serveMetrics } from './http/metrics-server.ts';
import { serveOpenApi } from './http/openapi.ts';
import { serveProviderHooks } from './http/provider-hooks.ts';
import { createRequestIds } from './http/request-ids.ts';
import { compileSerialiserOf } from './http/serialisers.ts';
import { createHttpServer } from './http/server.ts';
import { createWorkerServer } from './http/worker-server.ts';
import { startStandingJobs } from './jobs/standing-jobs.ts';
import { createLimiters } from './limiters.ts';
import { createManagement } from './management.ts';
import { CannotStart, openStore, type StartOptions } from './open-store.ts';
import { createBatches } from './operations/batches.ts';
import { presentEvent } from './presenters/event.ts';
import { createRequestLogWriter } from './request-log/request-log-writer.ts';
import { createEngines } from './routing/engines.ts';
import { warmEngines } from './routing/warm-engines.ts';
import { createStopper, type Stopper } from './stopper.ts';
import { findApiKey } from './store/api-keys.ts';
import { isPassing } from './store/database-error.ts';
import { openKeyring } from './store/keyring.ts';
import { readOpenWork } from './store/open-work.ts';
import { databaseAnswers } from './store/ping.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { createWebhooks } from './webhooks.ts';
import { WEBHOOK_PATH } from './workflows/connections.ts';
import type { WorkflowDeps } from './workflows/deps.ts';
import { takeNotice } from './workflows/take-notice.ts';
import { createWorkflows, startJobs, startTestClocks, webhookSecretOf } from './workflows.ts';

export interface Service {
  readonly baseUrl: string;
  readonly docsUrl: string;
  readonly metricsUrl: string;
  readonly simulatorUrl?: string;
  /** In development: the keys that were handed out. */
  readonly keys?: { readonly test: string; readonly live: string };
  stop(): Promise<void>;
}

export async function startService(config: Config, options: StartOptions): Promise<Service> {
  const stopper = createStopper();
  try {
    return await compose(config, options, stopper);
  } catch (error) {
    await stopper.stop();
    throw error;
  }
}

async function compose(config: Config, options: StartOptions, stopper: Stopper): Promise<Service> {
  const { db, masterKeys, secrets, logger, logRequest } = await openStore(config, options, stopper);
  const now = () => Date.now();
  const newId = <P extends IdPrefix>(prefix: P) => idFromUuid(prefix, randomUUIDv7());
  const catalogue = loadCatalogue();
  const movedIn =
    config.profile === 'development'
      ? await moveIn({ db, masterKeys, pepper: secrets.pepper, newId, now }, readDevKeys(config.dataDir))
      : undefined;
  if (movedIn !== undefined) {
    const seeded = await seedRouting({ db, catalogue, newId, now }, movedIn.environments.test.id);
    if (seeded > 0) options.onProgress(`Connected ${seeded} rails in the test environment.`);
  }

  const metrics = createMetrics();
  metrics.watchStore({ openWork: () => readOpenWork(db), pool: () => db.poolUsage(), now });
  const metricsServer = await serveMetrics(metrics, config.host, config.metricsPort);
  stopper.add('metrics server', metricsServer.stop);
  if (config.role !== 'api') stopper.add('standing jobs', startStandingJobs({ db, logger, now }));

  const keyring = openKeyring(db, masterKeys);
  const engines = createEngines({ db, catalogue, now, logger });
  let publicUrl = config.publicUrl;
  const webhookSecret = webhookSecretOf(secrets.pepper);
  const workflows = createWorkflows({
    db,
    keyring,
    engines,
    modules: RAIL_MODULES,
    newId,
    now,
    logger,
    publicUrl: () => publicUrl,
    webhookSecret,
    metrics,
  });
  stopper.add('calls to rails', workflows.close);
  const writeEvent = compileSerialiserOf('events.get');
  const webhooks = createWebhooks({
    ...workflows,
    logger,
    writeEvent: (event) => writeEvent(presentEvent(event)),
    isLoopbackAllowed: config.isWebhookLoopbackAllowed,
  });
  stopper.add('calls to receivers', webhooks.close);

  const management = createManagement({
    db,
    keyring,
    masterKeys,
    pepper: secrets.pepper,
    newId,
    rails: catalogue,
    engines,
    workflows,
    webhooks,
    publicUrl: () => publicUrl,
    limited: config.rateLimits !== undefined,
    secure: config.profile === 'production',
  });
  const requestLog =
    config.requestLog === 'off'
      ? undefined
      : createRequestLogWriter({ db, logger, metrics, now, errorsOnly: config.requestLog === 'errors' });
  if (requestLog !== undefined) stopper.add('request log', requestLog.stop);
  const newRequestId = createRequestIds(now);
  const servesApi = config.role !== 'worker';
  const app = servesApi
    ? createHttpServer({
        operations: { db, keyring, newId, rails: catalogue, engines, batches: createBatches(), workflows },
        management,
        authenticator: createAuthenticator({
          pepper: secrets.pepper,
          findApiKey: (hash) => findApiKey(db, hash),
        }),
        limiters: createLimiters(config.rateLimits, { db, now, logger, pepper: secrets.pepper }, stopper),
        now,
        newRequestId,
        isPassing,
        logger,
        logRequest,
        keepRequest: requestLog?.keep,
        metrics,
        trustedProxies: config.trustedProxies,
        limits: { connectionsMax: config.connectionsMax },
      })
    : createWorkerServer({ newRequestId });
  const health = serveHealth(app, () => databaseAnswers(db));
  if (servesApi) {
    await serveOpenApi(app);
    serveDocs(app);
    await serveProviderHooks(app, WEBHOOK_PATH, (token, delivery) => takeNotice(workflows, token, delivery));
  }
  await startTestClocks(workflows, stopper);
  const port = await listen(app, config);
  stopper.add('HTTP server', () => app.close());

  const baseUrl = `http://${config.host === '0.0.0.0' ? '127.0.0.1' : config.host}:${port}`;
  publicUrl ??= config.profile === 'development' ? baseUrl : undefined;
  const simulatorUrl =
    movedIn === undefined
      ? undefined
      : await simulate(config, workflows, movedIn.environments.test.id, webhookSecret, stopper);
  // Only now is everything connected that the first decisions are made by.
  await warmEngines(db, engines);
  if (config.role !== 'api') {
    startJobs(workflows, stopper, retentionOf(config.retentionDays));
    stopper.add('webhook worker', webhooks.startWorker());
  }
  stopper.add('readiness', async () => {
    health.drain();
    await wait(config.drainMs);
  });
  const docsUrl = `${baseUrl}/docs`;
  const keys = movedIn?.keys;
  if (movedIn !== undefined) {
    writeDevFile(config.dataDir, {
      baseUrl,
      testKey: movedIn.keys.test,
      liveKey: movedIn.keys.live,
      manageToken: movedIn.manageToken,
      consoleUrl: null,
      docsUrl,
      simulatorUrl: simulatorUrl ?? null,
      pid: process.pid,
    });
  }
  logger.info({ baseUrl }, 'ready');
  return {
    baseUrl,
    docsUrl,
    metricsUrl: metricsServer.url,
    ...(simulatorUrl === undefined ? {} : { simulatorUrl }),
    ...(keys === undefined ? {} : { keys }),
    stop: () => stopper.stop(),
  };
}

/** Development only: the simulator is loaded nowhere else. Banks can be searched as soon as the service is ready. */
async function simulate(
  config: Config,
  workflows: WorkflowDeps,
  environmentId: string,
  webhookSecret: Buffer,
  stopper: Stopper,
): Promise<string> {
  const [{ startDevelopmentSimulator }, { connectEnvironment }] = await Promise.all([
    import('./development/connect-simulated.ts'),
    import('./connect-environment.ts'),
  ]);
  const simulator = await startDevelopmentSimulator(config.dataDir, readSimulatorUrl(config.dataDir));
  stopper.add('simulator', simulator.stop);
  await connectEnvironment(workflows, environmentId, { simulatorUrl: simulator.baseUrl, webhookSecret });
  return simulator.baseUrl;
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
