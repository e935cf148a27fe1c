/** Serves the operations of the contract: admit, read, validate, execute, answer, in this order. */
import { OPERATIONS, type Operation, type OperationName } from '@switchyard/contract';
import type { JsonValue } from '@switchyard/engine';
import { atClock } from '../operations/at-clock.ts';
import { type Answer, execute, type Request } from '../operations/execute.ts';
import { HANDLERS } from '../operations/handlers.ts';
import type { Handler, OperationDeps } from '../operations/operation.ts';
import { type Admission, admit, type Limiters } from './admit.ts';
import type { Authenticator } from './authenticate.ts';
import type { ReadClientAddress } from './client-address.ts';
import { definedError } from './errors.ts';
import { addHeaders, type Exchange, refuse, sendJson } from './exchange.ts';
import type { FaultDeps } from './faults.ts';
import { readBody } from './read-body.ts';
import { createInputReader, readIdempotencyKey } from './read-input.ts';
import { refuseBody } from './refuse-body.ts';
import { sendCacheable } from './send-cacheable.ts';
import { compileSerialisers } from './serialisers.ts';
import { type ServeExchange, type ServeRoute, serveRoutes } from './serve-routes.ts';

export interface BindingDeps extends FaultDeps {
  readonly operations: OperationDeps;
  readonly authenticator: Authenticator;
  readonly limiters: Limiters;
  readonly now: () => number;
  readonly clientAddress: ReadClientAddress;
  readonly bodyBytesMax: number;
}

export function bindOperations(deps: BindingDeps): ServeExchange {
  const serialisers = compileSerialisers();
  return serveRoutes(
    deps,
    OPERATIONS.map((operation) => ({
      ...operation,
      target: bind(deps, operation, serialisers.of(operation.name)),
    })),
  );
}

function bind<N extends OperationName>(
  deps: BindingDeps,
  operation: Operation & { readonly name: N },
  serialise: Request<N>['serialise'],
): ServeRoute {
  const readInput = createInputReader(operation);
  const handler: Handler<N> = HANDLERS[operation.name];
  return async (exchange, { params, path, queryText }) => {
    const { request, requestId } = exchange;
    exchange.operation = operation.name;
    const admitted = admitExchange(deps, operation, exchange);
    const admission = admitted instanceof Promise ? await admitted : admitted;
    if (admission === undefined) return;
    // What comes with a GET is not looked at.
    const reading = operation.method === 'GET' ? NO_BODY : readBody(request, deps.bodyBytesMax);
    const body = reading instanceof Promise ? await reading : reading;
    if (!body.ok) return refuseBody(exchange, body.error);
    const input = readInput({ params, queryText, body: body.value });
    if (!input.ok) return refuse(exchange, definedError(input.error, requestId));
    const key = readIdempotencyKey(operation.idempotent ? request.headers['idempotency-key'] : undefined);
    if (!key.ok) return refuse(exchange, definedError(key.error, requestId));
    const { environmentId, organisationId, mode } = admission.key;
    const operations = atClock(deps.operations, environmentId);
    const executing = execute(operations, handler, {
      name: operation.name,
      call: {
        environment: { id: environmentId, organisationId, mode },
        apiVersion: admission.apiVersion,
        requestId,
        now: new Date(deps.now() + operations.workflows.aheadMs),
      },
      input: input.value,
      successStatus: operation.successStatus,
      serialise,
      ...(key.value === undefined
        ? undefined
        : { idempotency: { key: key.value, method: operation.method, path, body: asJson(body.value) } }),
    });
    const outcome = executing instanceof Promise ? await executing : executing;
    if (!outcome.ok) return refuse(exchange, definedError(outcome.error, requestId));
    if (operation.cacheable) return sendCacheable(exchange, outcome.value);
    sendAnswer(exchange, outcome.value);
  };
}

const NO_BODY = { ok: true, value: undefined } as const;

/** Undefined when it is refused, which it then has been told. At once where the caller's key is remembered. */
function admitExchange(
  deps: BindingDeps,
  operation: Operation,
  exchange: Exchange,
): Admission | undefined | Promise<Admission | undefined> {
  const { request } = exchange;
  const { authorization, 'service-version': version } = request.headers;
  const verdict = admit(deps, operation, {
    authorization,
    serviceVersion: Array.isArray(version) ? version.join(', ') : version,
    address: () => deps.clientAddress(request),
    nowMs: deps.now(),
  });
  return verdict instanceof Promise
    ? verdict.then((settled) => settleAdmission(exchange, settled))
    : settleAdmission(exchange, verdict);
}

function settleAdmission(
  exchange: Exchange,
  { headers, result, key }: Awaited<ReturnType<typeof admit>>,
): Admission | undefined {
  addHeaders(exchange, headers);
  if (key !== undefined) exchange.caller = { environmentId: key.environmentId, keyId: key.id };
  if (!result.ok) {
    refuse(exchange, definedError(result.error, exchange.requestId));
    return undefined;
  }
  return result.value;
}

/** The strict reader has built it from JSON, so it is a JsonValue. */
function asJson(body: unknown): JsonValue {
  return (body ?? null) as JsonValue;
}

function sendAnswer(exchange: Exchange, { status, body, ascii, replayed }: Answer): void {
  exchange.headers.push('Cache-Control', 'no-store');
  if (replayed) exchange.headers.push('Idempotent-Replayed', 'true');
  sendJson(exchange, status, body, ascii ? body.length : undefined);
}
