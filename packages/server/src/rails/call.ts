/**
 * The only caller of rails. Whatever a rail does, the answer is a value: a circuit per connection and operation refuses calls
 * that would fail anyway, turns keep one slow provider from taking everything, and an adapter that throws is our bug, told
 * to the log and to nobody else.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Failed,
  isFailure,
  type Ports,
  type Rail,
  type RailModule,
  unavailable,
  unknownOutcome,
} from '@switchyard/rail-kit';
import type { Dispatcher } from 'undici';
import { afterFailure, afterSuccess, type Circuit, CLOSED, enter } from './circuit.ts';
import { type CallRecord, createHttpPort } from './http-port.ts';
import { CALL_TIMEOUT_MS, CALLS_PER_CONNECTION_MAX, QUEUE_MS_MAX } from './limits.ts';
import { createTurns, type Turns } from './turns.ts';

/** A connection with all that its rail is opened with. */
export interface CallableConnection {
  readonly environmentId: string;
  readonly id: string;
  readonly rail: string;
  readonly credentials: unknown;
  /** Changes with the credentials; the rail is then opened anew. */
  readonly version: number;
  readonly webhookUrl?: string;
}

export interface CircuitChange {
  readonly environmentId: string;
  readonly connectionId: string;
  readonly operation: string;
  readonly state: 'open' | 'closed';
}

export interface RailCaller {
  /** Undefined when no adapter serves the rail, or the credentials are not what it asks for. */
  open(connection: CallableConnection): Rail | undefined;
  /**
   * `movesMoney` decides what an adapter's exception means: nothing happened, or nobody knows. `isTooLate` is asked at the last
   * moment before the adapter is: whoever waited for a turn or stood still meanwhile may have lost the right to call.
   */
  call<Answer extends { readonly kind: string }>(
    connection: CallableConnection,
    operation: {
      readonly name: string;
      readonly movesMoney?: boolean;
      readonly isTooLate?: () => boolean;
    },
    work: (rail: Rail) => Promise<Answer>,
  ): Promise<Answer | Failed>;
  /**
   * One call that somebody asked for: let through whatever the circuits say, and no reason for one to open. `isAsked` says
   * whether the provider heard of it, since an adapter may know the answer by itself.
   */
  probe<Answer extends { readonly kind: string }>(
    connection: CallableConnection,
    work: (rail: Rail) => Promise<Answer>,
  ): Promise<{ readonly answer: Answer | Failed; readonly isAsked: boolean }>;
  circuitOf(connectionId: string): 'closed' | 'open' | 'half_open';
  /** What is wrong with credentials, by field and without their values; undefined when no adapter serves the rail. */
  problemsOf(rail: string, credentials: unknown): readonly CredentialProblem[] | undefined;
}

export interface CredentialProblem {
  readonly field: string;
  readonly problem: string;
}

export interface CallerDeps {
  readonly modules: readonly RailModule[];
  readonly dispatcher: Dispatcher;
  readonly now: () => number;
  readonly randomUuid: () => string;
  readonly record: (call: CallRecord & { readonly connectionId: string }) => void;
  readonly onCircuit: (change: CircuitChange) => void;
  /** Ours unless told. */
  readonly callTimeoutMs?: number;
  readonly onThrown: (error: unknown, connectionId: string) => void;
}

/** A call under way. */
interface Exchange {
  readonly deadline: AbortSignal;
  /** How often the provider was asked for the sake of it. */
  requests: number;
}

interface Opened {
  readonly rail: Rail;
  readonly version: number;
  readonly webhookUrl: string | undefined;
  readonly turns: Turns;
  readonly circuits: Map<string, Circuit>;
  /** Operations that have succeeded since this process began. */
  readonly worked: Set<string>;
}

export function createRailCaller(deps: CallerDeps): RailCaller {
  const opened = new Map<string, Opened>();
  /** Rails are opened once and called often, at the same time: each call has a deadline of its own. */
  const exchanges = new AsyncLocalStorage<Exchange>();
  const begin = (): Exchange => ({
    deadline: AbortSignal.timeout(deps.callTimeoutMs ?? CALL_TIMEOUT_MS),
    requests: 0,
  });
  const exchange = () => exchanges.getStore() ?? begin();
  const moduleOf = new Map(
    deps.modules.flatMap((module) => module.rails.map((rail) => [rail, module] as const)),
  );

  function openedOf(connection: CallableConnection): Opened | undefined {
    const held = opened.get(connection.id);
    if (held?.version === connection.version && held.webhookUrl === connection.webhookUrl) return held;
    const module = moduleOf.get(connection.rail);
    const credentials = module?.credentials.safeParse(connection.credentials);
    if (module === undefined || !credentials?.success) return undefined;
    const { rail, webhookUrl } = connection;
    const fresh: Opened = {
      rail: module.open({ rail, credentials: credentials.data, ports: portsOf(deps, connection, exchange) }),
      version: connection.version,
      webhookUrl,
      turns: held?.turns ?? createTurns(CALLS_PER_CONNECTION_MAX, QUEUE_MS_MAX),
      circuits: held?.circuits ?? new Map(),
      worked: held?.worked ?? new Set(),
    };
    opened.set(connection.id, fresh);
    return fresh;
  }

  /** What the circuit makes of an answer, told on when it opened or closed by it. */
  function settle(
    connection: CallableConnection,
    { circuits, worked }: Opened,
    operation: string,
    works: boolean,
  ) {
    const before = circuits.get(operation) ?? CLOSED;
    const after = works ? afterSuccess() : afterFailure(before, deps.now());
    circuits.set(operation, after);
    // Whoever degraded the connection may be gone, and its memory of an open circuit with it.
    const isFirst = works && !worked.has(operation);
    if (works) worked.add(operation);
    const { environmentId, id: connectionId } = connection;
    if (before.state === 'closed' && after.state === 'open') {
      deps.onCircuit({ environmentId, connectionId, operation, state: 'open' });
    } else if (after.state === 'closed' && (before.state !== 'closed' || isFirst)) {
      deps.onCircuit({ environmentId, connectionId, operation, state: 'closed' });
    }
  }

  return {
    open: (connection) => openedOf(connection)?.rail,
    async call(connection, operation, work) {
      const target = openedOf(connection);
      if (target === undefined) return { kind: 'misconfigured' };
      const before = target.circuits.get(operation.name) ?? CLOSED;
      const { admitted, circuit } = enter(before, deps.now());
      target.circuits.set(operation.name, circuit);
      if (!admitted) return unavailable(retryAfter(circuit, deps.now()));
      const endTurn = await target.turns.take();
      if (endTurn === undefined) {
        // Whoever tries an open circuit must bring it an answer, or nobody would try again.
        settle(connection, target, operation.name, false);
        return unavailable();
      }
      if (operation.isTooLate?.() === true) {
        endTurn();
        // It says nothing of the provider; who tried an open circuit has not tried it.
        if (circuit.state === 'half_open') target.circuits.set(operation.name, before);
        return unavailable();
      }
      try {
        const answer = await exchanges.run(begin(), () => work(target.rail));
        settle(connection, target, operation.name, !isOutage(answer));
        return answer;
      } catch (error) {
        deps.onThrown(error, connection.id);
        settle(connection, target, operation.name, false);
        return operation.movesMoney === true ? unknownOutcome() : unavailable();
      } finally {
        endTurn();
      }
    },
    async probe(connection, work) {
      const target = openedOf(connection);
      if (target === undefined) return { answer: { kind: 'misconfigured' }, isAsked: false };
      const endTurn = await target.turns.take();
      if (endTurn === undefined) return { answer: unavailable(), isAsked: false };
      const own = begin();
      try {
        const answer = await exchanges.run(own, () => work(target.rail));
        return { answer, isAsked: own.requests > 0 };
      } catch (error) {
        deps.onThrown(error, connection.id);
        return { answer: unavailable(), isAsked: own.requests > 0 };
      } finally {
        endTurn();
      }
    },
    problemsOf(rail, credentials) {
      const read = moduleOf.get(rail)?.credentials.safeParse(credentials);
      if (read === undefined || read.success) return read === undefined ? undefined : [];
      return read.error.issues.map(({ path, message }) => ({ field: path.join('.'), problem: message }));
    },
    circuitOf(connectionId) {
      const states = [...(opened.get(connectionId)?.circuits.values() ?? [])].map(({ state }) => state);
      return (
        states.find((state) => state === 'open') ?? states.find((state) => state === 'half_open') ?? 'closed'
      );
    },
  };
}

function portsOf(deps: CallerDeps, connection: CallableConnection, exchange: () => Exchange): Ports {
  const { webhookUrl } = connection;
  return {
    http: createHttpPort({
      dispatcher: deps.dispatcher,
      now: deps.now,
      deadline: () => exchange().deadline,
      record: (call) => {
        exchange().requests += 1;
        deps.record({ ...call, connectionId: connection.id });
      },
    }),
    now: deps.now,
    randomUuid: deps.randomUuid,
    ...(webhookUrl === undefined ? {} : { webhookUrl }),
  };
}

/** A refusal is the provider at work; a circuit counts only what keeps it from working. */
function isOutage(answer: { readonly kind: string }): boolean {
  return isFailure(answer) && answer.kind !== 'rejected';
}

function retryAfter(
  circuit: Circuit,
  nowMs: number,
): { readonly retryAfterMs: number } | Record<string, never> {
  return circuit.state === 'open' ? { retryAfterMs: Math.max(0, circuit.untilMs - nowMs) } : {};
}
