/** Binds each operation of the management API to its route: admit, validate, execute, answer. */
import {
  CSRF_HEADER,
  MANAGE_OPERATIONS,
  type ManageOperation,
  type ManageOperationName,
} from '@switchyard/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../domain/manage/caller.ts';
import { executeManage, type ManageAnswer } from '../../manage/execute.ts';
import { MANAGE_HANDLERS } from '../../manage/handlers.ts';
import type { ManageDeps, ManageHandler } from '../../manage/operation.ts';
import { definedError } from '../errors.ts';
import { installBodyReader } from '../read-body.ts';
import { createManageInputReader } from '../read-input.ts';
import { sendError } from '../send-error.ts';
import { compileSerialiser } from '../serialisers.ts';
import { type AdmitCallerDeps, admitCaller, type ManageArrival } from './admit-caller.ts';
import type { SessionCookies } from './session-cookie.ts';

export interface ManageBindingDeps extends AdmitCallerDeps {
  readonly operations: ManageDeps;
  readonly cookies: SessionCookies;
  /** Where the service is for those outside, if it was told. */
  readonly publicUrl: () => string | undefined;
  readonly now: () => number;
}

export async function serveManage(app: FastifyInstance, deps: ManageBindingDeps): Promise<void> {
  await app.register(async (room) => {
    installBodyReader(room);
    for (const operation of MANAGE_OPERATIONS) bind(room, deps, operation);
  });
}

function bind<N extends ManageOperationName>(
  room: FastifyInstance,
  deps: ManageBindingDeps,
  operation: ManageOperation & { readonly name: N },
): void {
  const readInput = createManageInputReader(operation);
  const serialise = compileSerialiser(operation.output);
  const handler: ManageHandler<N> = MANAGE_HANDLERS[operation.name];
  /** Who was admitted, between the head of a request and its body. */
  const admitted = new WeakMap<FastifyRequest, Caller>();
  room.route({
    method: operation.method,
    url: operation.path.replaceAll(/\{([a-z]+)\}/gi, ':$1'),
    config: { operation: `manage.${operation.name}` },
    onRequest: async (request, reply) => {
      const { headers, result } = await admitCaller(deps, operation, arrivalOf(deps, request));
      reply.headers(headers);
      if (!result.ok) return sendError(reply, definedError(result.error, request.id));
      if (result.value !== undefined) admitted.set(request, result.value);
    },
    handler: async (request, reply) => {
      const queryText = (request.raw.url ?? '').split('?').slice(1).join('?');
      const input = readInput({ params: request.params, queryText, body: request.body });
      if (!input.ok) return sendError(reply, definedError(input.error, request.id));
      const outcome = await executeManage(deps.operations, handler, {
        name: operation.name,
        input: input.value,
        caller: admitted.get(request),
        address: request.ip,
        requestId: request.id,
        now: new Date(deps.now()),
      });
      if (!outcome.ok) return sendError(reply, definedError(outcome.error, request.id));
      setCookie(deps.cookies, reply, outcome.value.session);
      return reply
        .code(operation.successStatus)
        .headers({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' })
        .send(serialise(outcome.value.output));
    },
  });
}

function arrivalOf(deps: ManageBindingDeps, request: FastifyRequest): ManageArrival {
  const { authorization, cookie, origin } = request.headers;
  return {
    authorization,
    sessionSecret: deps.cookies.read(cookie),
    serviceVersion: one(request.headers['service-version']),
    csrf: one(request.headers[CSRF_HEADER.toLowerCase()]),
    isOwnOrigin: origin !== undefined && ownOrigins(deps, request).includes(origin),
    address: request.ip,
    now: new Date(deps.now()),
  };
}

/** As this request reached us, and as the service was told that it is reached. */
function ownOrigins(deps: ManageBindingDeps, request: FastifyRequest): readonly string[] {
  const publicUrl = deps.publicUrl();
  const here = `${request.protocol}://${request.host}`;
  return publicUrl === undefined ? [here] : [here, new URL(publicUrl).origin];
}

function setCookie(
  cookies: SessionCookies,
  reply: FastifyReply,
  session: ManageAnswer<ManageOperationName>['session'],
): void {
  if (session === undefined) return;
  const cookie = session === 'ended' ? cookies.cleared : cookies.set(session.secret, session.expiresAt);
  reply.header('Set-Cookie', cookie);
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
