/** Puts together what sends events to endpoints: the guarded way out, and the worker. */
import { performance } from 'node:perf_hooks';
import type { Environment } from './domain/environment.ts';
import type { EventRecord } from './domain/event.ts';
import type { IdPrefix } from './domain/ids.ts';
import { startWebhookWorker } from './jobs/webhook-worker.ts';
import type { AddressClass } from './outbound/address-class.ts';
import { createGuardedAgent, type Resolve } from './outbound/guarded-agent.ts';
import { createResolve } from './outbound/resolve-names.ts';
import { createTurns } from './rails/turns.ts';
import type { Database } from './store/database.ts';
import { createGroupCommit } from './store/group-commit.ts';
import type { Keyring } from './store/keyring.ts';
import type { Sleep } from './workflows/deps.ts';
import type { TestClocks } from './workflows/test-clocks.ts';
import {
  CONNECT_TIMEOUT_MS,
  TRY_TIMEOUT_MS,
  WRITE_WAIT_MS_MAX,
  WRITES_AT_ONCE_MAX,
} from './workflows/webhooks/limits.ts';
import { type ServeDeps, serveEndpoint } from './workflows/webhooks/serve-endpoint.ts';
import { type Turn, type TurnInput, takeTurns } from './workflows/webhooks/take-turns.ts';

export interface WebhookOptions {
  readonly db: Database;
  readonly keyring: Keyring;
  readonly newId: <P extends IdPrefix>(prefix: P) => string;
  readonly now: () => number;
  readonly sleep: Sleep;
  readonly logger: ServeDeps['logger'];
  readonly environmentOf: (id: string) => Promise<Environment | undefined>;
  readonly clocks: TestClocks;
  readonly writeEvent: (event: EventRecord) => string;
  /** Whether receivers of test environments may be on this machine. */
  readonly isLoopbackAllowed: boolean;
  /** Those of the system unless told. */
  readonly resolve?: Resolve;
  readonly tryTimeoutMs?: number;
}

/** What the operations on endpoints, and the worker, need. */
export interface Webhooks extends ServeDeps {
  readonly newId: <P extends IdPrefix>(prefix: P) => string;
  startWorker(): () => Promise<void>;
  close(): Promise<void>;
}

export function createWebhooks(options: WebhookOptions): Webhooks {
  const resolve = options.resolve ?? createResolve();
  const agent = (...allowed: readonly AddressClass[]) =>
    createGuardedAgent({ allowed: new Set(allowed), resolve, connectTimeoutMs: CONNECT_TIMEOUT_MS });
  const dispatchers = {
    live: agent('public'),
    test: options.isLoopbackAllowed ? agent('public', 'loopback') : agent('public'),
  };
  const { db, now, sleep, logger } = options;
  const deps: ServeDeps & Pick<Webhooks, 'newId'> = {
    db,
    keyring: options.keyring,
    newId: options.newId,
    now,
    logger,
    environmentOf: options.environmentOf,
    clocks: options.clocks,
    writeEvent: options.writeEvent,
    dispatchers,
    tryTimeoutMs: options.tryTimeoutMs ?? TRY_TIMEOUT_MS,
    monotonicMs: () => performance.now(),
    chance: Math.random,
    takeTurn: createTurnTaking(options),
  };
  return {
    ...deps,
    startWorker: () =>
      startWebhookWorker({
        db,
        logger,
        now,
        movedClocks: options.clocks.moved,
        sleep,
        serve: (lease, ending) => serveEndpoint(deps, lease, ending),
      }),
    close: async () => {
      await Promise.all([dispatchers.live.destroy(), dispatchers.test.destroy()]);
    },
  };
}

/** Turns of one environment share a transaction, and those of all environments only a few of the database's connections. */
function createTurnTaking({
  db,
  now,
  clocks,
}: Pick<WebhookOptions, 'db' | 'now' | 'clocks'>): ServeDeps['takeTurn'] {
  const writes = createTurns(WRITES_AT_ONCE_MAX, WRITE_WAIT_MS_MAX);
  const together = createGroupCommit<TurnInput, Turn>(async (environmentId, inputs) => {
    const end = await writes.take();
    if (end === undefined) throw new Error('The database is too busy to write what became of webhooks');
    try {
      const aheadMs = clocks.aheadMs(environmentId);
      return await takeTurns({ db, now: () => now() + aheadMs }, environmentId, inputs);
    } finally {
      end();
    }
  });
  return (input) => together.submit(input.lease.environmentId, input);
}
