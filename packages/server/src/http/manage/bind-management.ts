/** Serves the operations of the management API: admit, read, validate, execute, answer, in this order. */
import type { IncomingMessage } from 'node:http';
import {
  CSRF_HEADER,
  MANAGE_OPERATIONS,
  type ManageOperation,
  type ManageOperationName,
} from '@switchyard/contract';
import { executeManage, type ManageAnswer } from '../../manage/execute.ts';
import { MANAGE_HANDLERS } from '../../manage/handlers.ts';
import type { ManageDeps, ManageHandler } from '../../manage/operation.ts';
import type { ReadClientAddress } from '../client-address.ts';
import { definedError } from '../errors.ts';
import { addHeaders, refuse, sendJson } from '../exchange.ts';
import type { FaultDeps } from '../faults.ts';
import { readBody } from '../read-body.ts';
import { createManageInputReader } from '../read-input.ts';
import { refuseBody } from '../refuse-body.ts';
import { serialiserOnDemand } from '../serialisers.ts';
import { type ServeExchange, type ServeRoute, serveRoutes } from '../serve-routes.ts';
import { type AdmitCallerDeps, admitCaller, type ManageArrival } from './admit-caller.ts';
import type { SessionCookies } from './session-cookie.ts';

export interface ManagementDeps extends AdmitCallerDeps {
  readonly operations: ManageDeps;
  readonly cookies: SessionCookies;
  /** Where the service is for those outside, if it was told. */
  readonly publicUrl: () => string | undefined;
}

export interface ManagementBindingDeps extends FaultDeps {
  readonly management: ManagementDeps;
  readonly now: () => number;
  readonly clientAddress: ReadClientAddress;
  readonly bodyBytesMax: number;
}

export function bindManagement(deps: ManagementBindingDeps): ServeExchange {
  return serveRoutes(
    deps,
    MANAGE_OPERATIONS.map((operation) => ({ ...operation, target: bind(deps, operation) })),
  );
}

function bind<N extends ManageOperationName>(
  deps: ManagementBindingDeps,
  operation: ManageOperation & { readonly name: N },
): ServeRoute {
  const { management } = deps;
  const readInput = createManageInputReader(operation);
  const serialise = serialiserOnDemand(operation.output);
  const handler: ManageHandler<N> = MANAGE_HANDLERS[operation.name];
  return async (exchange, { params, queryText }) => {
    const { request, requestId } = exchange;
    exchange.operation = `manage.${operation.name}`;
    const arrival = arrivalOf(deps, request);
    const { headers, result } = await admitCaller(management, operation, arrival);
    addHeaders(exchange, headers);
    if (!result.ok) return refuse(exchange, definedError(result.error, requestId));
    const body =
      operation.method === 'GET'
        ? ({ ok: true, value: undefined } as const)
        : await readBody(request, deps.bodyBytesMax);
    if (!body.ok) return refuseBody(exchange, body.error);
    const input = readInput({ params, queryText, body: body.value });
    if (!input.ok) return refuse(exchange, definedError(input.error, requestId));
    const outcome = await executeManage(management.operations, handler, {
      name: operation.name,
      input: input.value,
      caller: result.value,
      address: arrival.address,
      requestId,
      now: arrival.now,
    });
    if (!outcome.ok) return refuse(exchange, definedError(outcome.error, requestId));
    const cookie = cookieOf(management.cookies, outcome.value.session);
    if (cookie !== undefined) exchange.headers.push('Set-Cookie', cookie);
    exchange.headers.push('Cache-Control', 'no-store');
    sendJson(exchange, operation.successStatus, serialise(outcome.value.output));
  };
}

function arrivalOf(
  { management, clientAddress, now }: ManagementBindingDeps,
  request: IncomingMessage,
): ManageArrival {
  const { authorization, cookie, origin } = request.headers;
  return {
    authorization,
    sessionSecret: management.cookies.read(cookie),
    serviceVersion: one(request.headers['service-version']),
    csrf: one(request.headers[CSRF_HEADER.toLowerCase()]),
    isOwnOrigin: origin !== undefined && ownOrigins(management, request).includes(origin),
    address: clientAddress(request),
    now: new Date(now()),
  };
}

/** As this request reached us, and as the service was told that it is reached. */
function ownOrigins({ publicUrl }: ManagementDeps, { headers }: IncomingMessage): readonly string[] {
  const told = publicUrl();
  const here = `http://${headers.host}`;
  return told === undefined ? [here] : [here, new URL(told).origin];
}

function cookieOf(
  cookies: SessionCookies,
  session: ManageAnswer<ManageOperationName>['session'],
): string | undefined {
  if (session === undefined) return undefined;
  return session === 'ended' ? cookies.cleared : cookies.set(session.secret, session.expiresAt);
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
