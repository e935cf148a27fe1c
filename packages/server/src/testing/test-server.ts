/** The real HTTP server over a test store, on a free port, with keys of any sort. Nothing but tests imports this. */
import { randomBytes } from 'node:crypto';
import type { Role } from '@switchyard/contract';
import { API_VERSION, type EnvironmentMode } from '@switchyard/engine';
import type { RailModule } from '@switchyard/rail-kit';
import { loadCatalogue } from '@switchyard/rails';
import { type Api, createApi } from '../../../../test/harness/api.ts';
import { formatApiKey, hashApiKey, SECRET_CHARS } from '../domain/api-key.ts';
import type { Environment } from '../domain/environment.ts';
import { formatManagementToken, hashEmail } from '../domain/manage/management-secrets.ts';
import { hashSecret } from '../domain/secret-text.ts';
import type { Limiters } from '../http/admit.ts';
import { createAuthenticator } from '../http/authenticate.ts';
import type { HttpLimits } from '../http/limits.ts';
import { serveProviderHooks } from '../http/provider-hooks.ts';
import { createRequestIds } from '../http/request-ids.ts';
import { compileSerialiserOf } from '../http/serialisers.ts';
import { createHttpServer } from '../http/server.ts';
import { hashPassword } from '../manage/password.ts';
import { createManagement } from '../management.ts';
import { createBatches } from '../operations/batches.ts';
import { presentEvent } from '../presenters/event.ts';
import type { Turns } from '../rails/turns.ts';
import { createRequestLogWriter, type RequestLogWriter } from '../request-log/request-log-writer.ts';
import { createEngines } from '../routing/engines.ts';
import { createStopper } from '../stopper.ts';
import { findApiKey, insertApiKey, revokeApiKey } from '../store/api-keys.ts';
import { registerCredential } from '../store/callers.ts';
import { isPassing } from '../store/database-error.ts';
import { insertManagementToken } from '../store/management-tokens.ts';
import { insertOperator } from '../store/operators.ts';
import { createLogger, createRequestLog } from '../telemetry/logger.ts';
import { createMetrics } from '../telemetry/metrics.ts';
import { createWebhooks } from '../webhooks.ts';
import { WEBHOOK_PATH } from '../workflows/connections.ts';
import type { WorkflowDeps } from '../workflows/deps.ts';
import { takeNotice } from '../workflows/take-notice.ts';
import { createWorkflows, startJobs, startTestClocks, webhookSecretOf } from '../workflows.ts';
import { startTestStore, type TestStore } from './test-store.ts';

export interface KeyOptions {
  readonly scopes?: readonly string[];
  readonly allowedAddresses?: readonly string[];
  readonly expiresAt?: Date;
}

export interface IssuedKey {
  readonly id: string;
  readonly text: string;
  readonly environment: Environment;
  readonly api: Api;
}

export interface ManagerOptions {
  readonly role?: Role;
  readonly expiresAt?: Date;
}

export interface Manager {
  readonly id: string;
  readonly text: string;
  readonly organisationId: string;
  readonly api: Api;
}

export interface TestServer {
  readonly store: TestStore;
  readonly workflows: WorkflowDeps;
  readonly baseUrl: string;
  readonly webhookSecret: Buffer;
  /** Every line logged so far. */
  readonly log: () => string;
  /** As Prometheus would read them. */
  readonly metrics: () => Promise<string>;
  /** Where requests are kept, if the server was started with it. */
  readonly requestLog: RequestLogWriter | undefined;
  /** Moves the server's clock forward. */
  advance(ms: number): void;
  newKey(where?: Environment | EnvironmentMode, options?: KeyOptions): Promise<IssuedKey>;
  revoke(key: IssuedKey): Promise<void>;
  /** A management token of an organisation; an owner's unless told otherwise. */
  newManager(organisationId: string, options?: ManagerOptions): Promise<Manager>;
  /** Somebody who can sign in. Answers the operator's id. */
  newOperator(
    organisationId: string,
    operator: { readonly email: string; readonly password: string; readonly role?: Role },
  ): Promise<string>;
  stop(): Promise<void>;
}

export async function startTestServer(
  options: {
    readonly limiters?: Limiters;
    readonly limits?: Partial<HttpLimits>;
    /** The server's clock then moves by `advance` only. */
    readonly frozen?: boolean;
    /** With adapters the server also has a worker, unless told otherwise. */
    readonly modules?: readonly RailModule[];
    readonly worker?: boolean;
    readonly poolMax?: number;
    /** Whose X-Forwarded-For is believed. */
    readonly trustedProxies?: readonly string[];
    /** Whether requests are kept in the request log. */
    readonly requestLog?: boolean;
    /** How few statistics are counted at once, if not as few as in production. */
    readonly takeStatisticsTurn?: Turns['take'];
    /** Whether events are sent to endpoints. */
    readonly webhookWorker?: boolean;
  } = {},
): Promise<TestServer> {
  const store = await startTestStore(options.poolMax === undefined ? {} : { poolMax: options.poolMax });
  const pepper = randomBytes(32);
  let skewMs = 0;
  let log = '';
  const startedMs = Date.now();
  const now = () => (options.frozen === true ? startedMs : Date.now()) + skewMs;
  const collect = (line: string) => {
    log += line;
  };
  const logging = { level: 'trace', destination: { write: collect } };
  const catalogue = loadCatalogue();
  const logger = createLogger(logging);
  const { db, keyring, newId } = store;
  const engines = createEngines({ db, catalogue, now, logger });
  let publicUrl: string | undefined;
  const webhookSecret = webhookSecretOf(pepper);
  const metrics = createMetrics();
  const workflows = createWorkflows({
    db,
    keyring,
    engines,
    modules: options.modules ?? [],
    newId,
    now,
    logger,
    publicUrl: () => publicUrl,
    webhookSecret,
    metrics,
  });
  const stopper = createStopper();
  stopper.add('calls to rails', workflows.close);
  await startTestClocks(workflows, stopper);
  const writeEvent = compileSerialiserOf('events.get');
  const webhooks = createWebhooks({
    ...workflows,
    logger,
    writeEvent: (event) => writeEvent(presentEvent(event)),
    isLoopbackAllowed: true,
  });
  stopper.add('calls to receivers', webhooks.close);
  const management = createManagement({
    db,
    keyring,
    masterKeys: store.masterKeys,
    pepper,
    newId,
    rails: catalogue,
    engines,
    workflows,
    webhooks,
    publicUrl: () => publicUrl,
    limited: options.limiters !== undefined,
    secure: false,
    ...(options.takeStatisticsTurn === undefined ? {} : { takeStatisticsTurn: options.takeStatisticsTurn }),
  });
  const requestLog =
    options.requestLog === true
      ? createRequestLogWriter({ db, logger, metrics, now, errorsOnly: false })
      : undefined;
  if (requestLog !== undefined) stopper.add('request log', requestLog.stop);
  const app = createHttpServer({
    operations: { db, keyring, newId, rails: catalogue, engines, batches: createBatches(), workflows },
    management,
    authenticator: createAuthenticator({ pepper, findApiKey: (hash) => findApiKey(store.db, hash) }),
    limiters: options.limiters ?? {},
    now,
    newRequestId: createRequestIds(now),
    isPassing,
    logger,
    logRequest: createRequestLog(logging),
    keepRequest: requestLog?.keep,
    metrics,
    trustedProxies: options.trustedProxies ?? [],
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  });
  await serveProviderHooks(app, WEBHOOK_PATH, (token, delivery) => takeNotice(workflows, token, delivery));
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  publicUrl = baseUrl;
  if (options.worker ?? options.modules !== undefined) startJobs(workflows, stopper);
  if (options.webhookWorker === true) stopper.add('webhook worker', webhooks.startWorker());
  return {
    store,
    workflows,
    baseUrl,
    webhookSecret,
    log: () => log,
    requestLog,
    metrics: async () => (await metrics.expose()).text,
    advance: (ms) => {
      skewMs += ms;
    },
    async newKey(where = 'test', keyOptions = {}) {
      const environment = typeof where === 'string' ? await store.newEnvironment(where) : where;
      const text = formatApiKey(environment.mode, randomBytes(SECRET_CHARS));
      const id = store.newId('key_');
      await store.db.transaction(environment.id, async (tx) => {
        insertApiKey(tx, {
          id,
          label: 'test',
          hint: text.slice(-4),
          hash: hashApiKey(pepper, text),
          scopes: ['full'],
          apiVersion: API_VERSION,
          createdAt: new Date(),
          ...keyOptions,
        });
        return { commit: true, value: undefined };
      });
      return { id, text, environment, api: createApi(baseUrl, text) };
    },
    async newManager(organisationId, managerOptions = {}) {
      const text = formatManagementToken(randomBytes(SECRET_CHARS));
      const token = {
        id: store.newId('mtk_'),
        label: 'test',
        hint: text.slice(-4),
        role: 'owner',
        createdAt: new Date(now()),
        ...managerOptions,
      } as const;
      await store.db.organisationTransaction(organisationId, async (tx) => {
        insertManagementToken(tx, organisationId, token, hashSecret(pepper, text));
        return { commit: true, value: undefined };
      });
      return { id: token.id, text, organisationId, api: createApi(baseUrl, text) };
    },
    async newOperator(organisationId, { email, password, role = 'owner' }) {
      const id = store.newId('opr_');
      const [key, passwordHash] = await Promise.all([
        management.operations.organisationKeys.of(organisationId),
        hashPassword(pepper, password),
      ]);
      await store.db.organisationTransaction(organisationId, async (tx) => {
        const createdAt = new Date(now());
        insertOperator(tx, key, organisationId, { id, role, profile: { email }, passwordHash, createdAt });
        const hash = hashEmail(pepper, email);
        registerCredential(tx, { hash, kind: 'operator', organisationId, subjectId: id });
        return { commit: true, value: undefined };
      });
      return id;
    },
    async revoke(key) {
      await store.db.transaction(key.environment.id, async (tx) => ({
        commit: true,
        value: await revokeApiKey(tx, key.id, new Date(now())),
      }));
    },
    async stop() {
      await app.close();
      await stopper.stop();
      await store.stop();
    },
  };
}
