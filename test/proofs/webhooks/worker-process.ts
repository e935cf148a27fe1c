/**
 * A node that only sends webhooks, as a process of its own, so that it can be killed. Its parent tells it where the database is,
 * how long a try may take, and how far its clock is ahead.
 */
import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { idFromUuid } from '../../../packages/server/src/domain/ids.ts';
import { compileSerialiserOf } from '../../../packages/server/src/http/serialisers.ts';
import { presentEvent } from '../../../packages/server/src/presenters/event.ts';
import { openDatabase } from '../../../packages/server/src/store/database.ts';
import { openKeyring } from '../../../packages/server/src/store/keyring.ts';
import { masterKey } from '../../../packages/server/src/store/master-keys.ts';
import { listEnvironments } from '../../../packages/server/src/store/organisations.ts';
import { createWebhooks } from '../../../packages/server/src/webhooks.ts';
import { createTestClocks } from '../../../packages/server/src/workflows/test-clocks.ts';

export interface WorkerOrders {
  readonly connection: pg.PoolConfig;
  readonly masterKey: string;
  readonly tryTimeoutMs: number;
  readonly skewMs: number;
}

/** From parent to child: begin, or set the clock, or stop. From child to parent: `ready`. */
export type WorkerMessage =
  | { readonly kind: 'begin'; readonly orders: WorkerOrders }
  | { readonly kind: 'clock'; readonly skewMs: number }
  | { readonly kind: 'stop' };

if (process.send !== undefined) {
  let skewMs = 0;
  let stop = async (): Promise<void> => undefined;
  process.on('message', (message: WorkerMessage) => {
    if (message.kind === 'clock') skewMs = message.skewMs;
    if (message.kind === 'begin') {
      skewMs = message.orders.skewMs;
      stop = begin(message.orders, () => Date.now() + skewMs);
      process.send?.('ready');
    }
    if (message.kind === 'stop') void stop().then(() => process.exit(0));
  });
  process.on('disconnect', () => process.exit(1));
}

function begin(orders: WorkerOrders, now: () => number): () => Promise<void> {
  const db = openDatabase({
    connection: orders.connection,
    poolMax: 16,
    preparedStatements: true,
    onIdleError: () => undefined,
  });
  const keyring = openKeyring(db, {
    current: masterKey(Buffer.from(orders.masterKey, 'hex')),
    previous: [],
  });
  const environments = listEnvironments(db);
  const writeEvent = compileSerialiserOf('events.get');
  const complain = (facts: unknown, text?: string) => console.error(text, facts);
  const webhooks = createWebhooks({
    db,
    keyring,
    newId: (prefix) => idFromUuid(prefix, randomUUIDv7()),
    now,
    sleep: (ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
    logger: { info: complain, warn: complain },
    clocks: createTestClocks(db),
    environmentOf: async (id) => (await environments).find((environment) => environment.id === id),
    writeEvent: (event) => writeEvent(presentEvent(event)),
    isLoopbackAllowed: true,
    tryTimeoutMs: orders.tryTimeoutMs,
  });
  const stopWorker = webhooks.startWorker();
  return async () => {
    await stopWorker();
    await webhooks.close();
    await db.close();
  };
}
