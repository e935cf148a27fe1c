/** The sending of webhooks over a test store, with a clock that jumps when told to. Nothing but tests imports this. */
import { setTimeout as wait } from 'node:timers/promises';
import type { EventType } from '@switchyard/contract';
import type { Environment } from '../domain/environment.ts';
import { compileSerialiserOf } from '../http/serialisers.ts';
import type { Resolve } from '../outbound/guarded-agent.ts';
import { presentEvent } from '../presenters/event.ts';
import { insertEvent } from '../store/events.ts';
import { listEnvironments } from '../store/organisations.ts';
import { createWebhooks, type WebhookOptions, type Webhooks } from '../webhooks.ts';
import { createTestClocks } from '../workflows/test-clocks.ts';
import {
  createEndpoint,
  type EndpointWithSecret,
  inTransaction,
  type NewEndpoint,
} from '../workflows/webhooks/manage-endpoints.ts';
import { startTestStore, type TestStore } from './test-store.ts';

export interface WebhookStage {
  readonly store: TestStore;
  readonly webhooks: Webhooks;
  /** The same, on another node, where a try may take so long. */
  another(tryTimeoutMs: number): Webhooks;
  readonly log: unknown[];
  now(): number;
  advance(ms: number): void;
  append(environment: Environment, type?: EventType): Promise<string>;
  newEndpoint(environment: Environment, endpoint: NewEndpoint): Promise<EndpointWithSecret>;
  stop(): Promise<void>;
}

export interface StageOptions {
  readonly isLoopbackAllowed?: boolean;
  readonly tryTimeoutMs?: number;
  readonly resolve?: Resolve;
}

export async function startWebhookStage(options: StageOptions = {}): Promise<WebhookStage> {
  const store = await startTestStore({ poolMax: 16 });
  let skewMs = 0;
  const now = () => Date.now() + skewMs;
  const log: unknown[] = [];
  const writeEvent = compileSerialiserOf('events.get');
  const parts: WebhookOptions = {
    ...store,
    now,
    sleep: (ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined),
    logger: { info: (line: unknown) => void log.push(line), warn: (line: unknown) => void log.push(line) },
    clocks: createTestClocks(store.db),
    environmentOf: async (id) => (await listEnvironments(store.db)).find((listed) => listed.id === id),
    writeEvent: (event) => writeEvent(presentEvent(event)),
    isLoopbackAllowed: true,
    ...options,
  };
  const webhooks = createWebhooks(parts);
  return {
    store,
    webhooks,
    another: (tryTimeoutMs) => createWebhooks({ ...parts, tryTimeoutMs }),
    log,
    now,
    advance: (ms) => {
      skewMs += ms;
    },
    append: (environment, type = 'connection.degraded') =>
      store.db.transaction(environment.id, async (tx) => {
        const id = store.newId('evt_');
        insertEvent(tx, {
          id,
          type,
          objectId: 'con_test',
          // The log does not look into what it keeps; the contract's shapes are the operations' business.
          object: { object: 'connection', id: 'con_test' } as never,
          cause: { actor: 'worker' },
          apiVersion: '2026-10-08',
          createdAt: new Date(),
        });
        return { commit: true, value: id };
      }),
    async newEndpoint(environment, endpoint) {
      const made = await inTransaction(store.db, environment.id, (tx) =>
        createEndpoint(store, tx, { mode: environment.mode, at: new Date(now()) }, endpoint),
      );
      if (!made.ok) throw new Error(`The endpoint was refused: ${JSON.stringify(made.error)}`);
      return made.value;
    },
    stop: async () => {
      await webhooks.close();
      await store.stop();
    },
  };
}
