/** Puts together what operations and jobs share: the caller of rails, the directory of banks, and the worker. */
import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RailModule } from '@switchyard/rail-kit';
import type { Logger } from 'pino';
import { createDirectory } from './directory/directory.ts';
import type { Environment } from './domain/environment.ts';
import type { IdPrefix } from './domain/ids.ts';
import { RETENTION_DEFAULT, type Retention } from './domain/retention.ts';
import { sweep } from './jobs/sweep.ts';
import { startWorker } from './jobs/worker.ts';
import { createGuardedAgent } from './outbound/guarded-agent.ts';
import { resolveBySystem } from './outbound/resolve-names.ts';
import { createRailCaller } from './rails/call.ts';
import { CONNECT_TIMEOUT_MS } from './rails/limits.ts';
import { createSimulatorControl } from './rails/simulator-control.ts';
import type { Engines } from './routing/engines.ts';
import type { Stopper } from './stopper.ts';
import type { Database } from './store/database.ts';
import type { Lease } from './store/jobs.ts';
import type { Keyring } from './store/keyring.ts';
import { listEnvironments } from './store/organisations.ts';
import type { WorkMetrics } from './telemetry/metrics.ts';
import { checkGrant } from './workflows/check-grant.ts';
import { createConnections } from './workflows/connections.ts';
import type { Sleep, WorkflowDeps } from './workflows/deps.ts';
import { drainConnection } from './workflows/drain-connection.ts';
import { inTimeOf } from './workflows/in-time-of.ts';
import { driveLink } from './workflows/link/drive-link.ts';
import { noteCircuit } from './workflows/note-circuit.ts';
import { drivePayment } from './workflows/pay/drive-payment.ts';
import { reconcile } from './workflows/reconcile.ts';
import { refreshDirectory } from './workflows/refresh-directory.ts';
import { applyNotice } from './workflows/take-notice.ts';
import { createTestClocks, watchTestClocks } from './workflows/test-clocks.ts';
import { tryPolicy } from './workflows/try-policy.ts';

export interface WorkflowOptions {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly engines: Engines;
  readonly modules: readonly RailModule[];
  readonly newId: <P extends IdPrefix>(prefix: P) => string;
  readonly now: () => number;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly publicUrl: () => string | undefined;
  readonly webhookSecret: Buffer;
  readonly metrics?: WorkMetrics;
}

export function createWorkflows(options: WorkflowOptions): WorkflowDeps & { close(): Promise<void> } {
  const { db, keyring, engines, newId, now, logger, metrics } = options;
  // Operators choose where providers are, and some of these (a bank's gateway, a chain's node) stand in their own network.
  const dispatcher = createGuardedAgent({
    allowed: new Set(['public', 'private', 'loopback']),
    resolve: resolveBySystem,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
  });
  const caller = createRailCaller({
    modules: options.modules,
    dispatcher,
    now,
    randomUuid: randomUUID,
    record: (call) => {
      logger.info(call, 'rail call');
      metrics?.observeRailCall(call);
    },
    onCircuit: (change) => {
      metrics?.observeCircuit(change);
      void noteCircuit(inTimeOf(deps, change.environmentId), change);
    },
    onThrown: (error, connectionId) => logger.error({ err: error, connectionId }, 'an adapter threw'),
  });
  const deps: WorkflowDeps = {
    db,
    keyring,
    engines,
    caller,
    connections: createConnections(options),
    directory: createDirectory({ db, now, logger }),
    newId,
    newUuid: randomUUID,
    now,
    aheadMs: 0,
    clocks: createTestClocks(db),
    simulators: createSimulatorControl({ dispatcher, now }),
    elapsedMs: () => performance.now(),
    sleep,
    logger,
    environmentOf: createEnvironmentLookup(db),
    ...(metrics === undefined
      ? {}
      : { onPayment: metrics.observePayment, onLegCost: metrics.observeLegCost }),
  };
  return { ...deps, close: () => dispatcher.destroy() };
}

/** Reads how far the clocks of test environments are ahead, from now on. */
export async function startTestClocks(deps: WorkflowDeps, stopper: Stopper): Promise<void> {
  stopper.add('test clocks', await watchTestClocks(deps.clocks, deps.logger));
}

export function startJobs(
  deps: WorkflowDeps,
  stopper: Stopper,
  retention: Retention = RETENTION_DEFAULT,
): void {
  const cause = { actor: 'worker' } as const;
  const timed = (lease: Lease) => inTimeOf(deps, lease.environmentId);
  const stop = startWorker({
    db: deps.db,
    logger: deps.logger,
    now: deps.now,
    movedClocks: deps.clocks.moved,
    sleep: deps.sleep,
    handlers: {
      'link.drive': (lease) => driveLink(timed(lease), lease, cause),
      'payment.drive': (lease) => drivePayment(timed(lease), lease, cause),
      'grant.check': (lease) => checkGrant(timed(lease), lease, cause),
      'notice.apply': (lease) => applyNotice(timed(lease), lease),
      'directory.refresh': (lease) => refreshDirectory(deps, lease),
      'connection.reconcile': (lease) => reconcile(deps, lease),
      'connection.drain': (lease) => drainConnection(deps, lease),
      'policy.try': (lease) => tryPolicy(deps, lease),
      'retention.sweep': (lease) => sweep({ ...deps, retention }, lease),
    },
  });
  stopper.add('worker', stop);
}

const sleep: Sleep = (ms, signal) =>
  wait(ms, undefined, { ref: false, ...(signal === undefined ? {} : { signal }) }).catch(() => undefined);

/** The part of the secret that webhook paths are made from. */
export function webhookSecretOf(pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update('webhook paths').digest();
}

/** Environments do not change once they are there; one that is not known yet is looked for again. */
function createEnvironmentLookup(db: Database): WorkflowDeps['environmentOf'] {
  const known = new Map<string, Environment>();
  return async (id) => {
    if (!known.has(id)) for (const listed of await listEnvironments(db)) known.set(listed.id, listed);
    return known.get(id);
  };
}
