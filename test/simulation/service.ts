/** The service as one process runs it: the real operations, workflows, worker and rail caller over simulated ports. */
import type { InputOf } from '@switchyard/contract';
import { API_VERSION, type JsonValue } from '@switchyard/engine';
import { startWorker } from '../../packages/server/src/jobs/worker.ts';
import { type Answer, execute, type Outcome } from '../../packages/server/src/operations/execute.ts';
import type { Handler, OperationDeps } from '../../packages/server/src/operations/operation.ts';
import { advancePaymentIntent } from '../../packages/server/src/operations/payment-intents-advance.ts';
import { cancelPaymentIntent } from '../../packages/server/src/operations/payment-intents-cancel.ts';
import { createPaymentIntent } from '../../packages/server/src/operations/payment-intents-create.ts';
import { getPaymentIntent } from '../../packages/server/src/operations/payment-intents-get.ts';
import { createRailCaller } from '../../packages/server/src/rails/call.ts';
import { createSimulatorControl } from '../../packages/server/src/rails/simulator-control.ts';
import type { Keyring } from '../../packages/server/src/store/keyring.ts';
import type { WorkflowDeps } from '../../packages/server/src/workflows/deps.ts';
import { drivePayment } from '../../packages/server/src/workflows/pay/drive-payment.ts';
import {
  applyNotice,
  type NoticeVerdict,
  takeNotice,
} from '../../packages/server/src/workflows/take-notice.ts';
import { createTestClocks } from '../../packages/server/src/workflows/test-clocks.ts';
import type { Process } from './process.ts';
import type { Providers } from './providers/providers.ts';
import { railsOf } from './providers/rails.ts';
import { CONNECTIONS, ENVIRONMENT, PLAIN_KEYS, webhookTokenOf } from './setting.ts';
import type { MemoryStore } from './store/memory-store.ts';

export interface Service {
  readonly process: Process;
  readonly workflows: WorkflowDeps;
  create(body: InputOf<'paymentIntents.create'>['body'], key: string): Promise<Outcome>;
  advance(id: string, body: InputOf<'paymentIntents.advance'>['body'], key: string): Promise<Outcome>;
  cancel(id: string, key: string): Promise<Outcome>;
  get(id: string): Promise<Outcome>;
  hook(connectionId: string, body: string): Promise<NoticeVerdict>;
}

export interface Names {
  newId(prefix: string): string;
  newUuid(): string;
}

/** Rails do not speak HTTP here, so nothing is ever dispatched, and no call is ended by a real clock. */
const NO_DISPATCHER = {} as Parameters<typeof createRailCaller>[0]['dispatcher'];
const NEVER_MS = 2 ** 31 - 1;

export function startService(
  process: Process,
  store: MemoryStore,
  providers: Providers,
  names: Names,
  onError: (error: unknown) => void,
): Service {
  const db = store.connect(process);
  const keyring: Keyring = { of: async () => PLAIN_KEYS, forget: () => undefined };
  const logger = {
    warn: ({ err }: { readonly err?: unknown }) => onError(err),
    error: ({ err }: { readonly err?: unknown }) => onError(err),
  } as unknown as WorkflowDeps['logger'];
  const clocks = createTestClocks(db);
  const workflows: WorkflowDeps = {
    db,
    keyring,
    // Nothing is learnt here: what calls teach is no part of what is judged.
    engines: NOTHING_LEARNT,
    caller: createRailCaller({
      modules: [railsOf(providers, process)],
      dispatcher: NO_DISPATCHER,
      now: process.nowMs,
      randomUuid: names.newUuid,
      record: () => undefined,
      onCircuit: () => undefined,
      callTimeoutMs: NEVER_MS,
      onThrown: onError,
    }),
    connections: {
      publicUrl: () => undefined,
      webhookTokenOf: () => '',
      webhookUrlOf: () => undefined,
      evenIfOff: async () => undefined,
      callable: async (environmentId, id) => {
        const rail = CONNECTIONS.get(id);
        return rail === undefined ? undefined : { environmentId, id, rail, credentials: {}, version: 1 };
      },
    },
    directory: {
      find: async () => undefined,
      findByRef: async () => undefined,
      search: async () => [],
      forget: () => undefined,
    },
    newId: names.newId,
    newUuid: names.newUuid,
    now: process.nowMs,
    aheadMs: 0,
    clocks,
    simulators: createSimulatorControl({ dispatcher: NO_DISPATCHER, now: process.nowMs }),
    elapsedMs: process.elapsedMs,
    sleep: (ms) => process.sleep(ms),
    logger,
    environmentOf: async () => ENVIRONMENT,
  };
  const cause = { actor: 'worker' } as const;
  const nothing = async () => undefined;
  startWorker({
    db,
    logger,
    now: process.nowMs,
    movedClocks: clocks.moved,
    sleep: (ms) => process.idle(ms, store.nextDueMs),
    handlers: {
      'payment.drive': (lease) => drivePayment(workflows, lease, cause),
      'notice.apply': (lease) => applyNotice(workflows, lease),
      'link.drive': nothing,
      'grant.check': nothing,
      'directory.refresh': nothing,
      'retention.sweep': nothing,
      'connection.reconcile': nothing,
      'connection.drain': nothing,
      'policy.try': nothing,
    },
  });
  const deps = {
    db,
    keyring,
    newId: names.newId,
    rails: [],
    engines: SNAPSHOT,
    workflows,
  } as unknown as OperationDeps;

  type Performed =
    | 'paymentIntents.create'
    | 'paymentIntents.advance'
    | 'paymentIntents.cancel'
    | 'paymentIntents.get';
  async function perform<N extends Performed>(
    name: N,
    handler: Handler<N>,
    input: InputOf<N>,
    idempotency?: { readonly key: string; readonly body: JsonValue },
  ): Promise<Outcome> {
    const call = {
      environment: ENVIRONMENT,
      apiVersion: API_VERSION,
      requestId: names.newId('req_'),
      now: new Date(process.nowMs()),
    };
    return execute(deps, handler, {
      name,
      call,
      input,
      successStatus: 200,
      serialise: (output) => JSON.stringify(output),
      ...(idempotency === undefined ? {} : { idempotency: { ...idempotency, method: 'POST', path: name } }),
    });
  }

  return {
    process,
    workflows,
    create: (body, key) =>
      perform('paymentIntents.create', createPaymentIntent, { body } as InputOf<'paymentIntents.create'>, {
        key,
        body: body as JsonValue,
      }),
    advance: (id, body, key) =>
      perform(
        'paymentIntents.advance',
        advancePaymentIntent,
        { params: { id }, body } as InputOf<'paymentIntents.advance'>,
        { key, body: { id, ...body } as JsonValue },
      ),
    cancel: (id, key) =>
      perform(
        'paymentIntents.cancel',
        cancelPaymentIntent,
        { params: { id } } as InputOf<'paymentIntents.cancel'>,
        {
          key,
          body: { id },
        },
      ),
    get: (id) =>
      perform('paymentIntents.get', getPaymentIntent, { params: { id } } as InputOf<'paymentIntents.get'>),
    hook: (connectionId, body) =>
      takeNotice(workflows, webhookTokenOf(connectionId), {
        method: 'POST',
        path: '/hooks',
        headers: {},
        body: Buffer.from(body),
      }),
  };
}

export function bodyOf(answer: Answer): PresentedIntent {
  // Serialised above from what the operation presents.
  return JSON.parse(answer.body) as PresentedIntent;
}

export interface PresentedIntent {
  readonly id: string;
  readonly status: string;
  readonly action?: { readonly type: string; readonly url?: string };
}

const NOTHING_LEARNT = {
  of: async () => {
    throw NOT_LEARNT;
  },
  touch: () => undefined,
  forget: () => undefined,
} as unknown as WorkflowDeps['engines'];
export const NOT_LEARNT = new Error('nothing is learnt here');

const SNAPSHOT = {
  of: async () => ({
    snapshot: {
      connections: [...CONNECTIONS].map(([id, rail]) => ({ id, rail, mode: 'route', status: 'ready' })),
    },
  }),
  touch: () => undefined,
  forget: () => undefined,
} as unknown as OperationDeps['engines'];
