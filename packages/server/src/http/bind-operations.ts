/** Binds each operation of the contract to its route: admit, validate, execute, answer. */
import type { OutgoingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { OPERATIONS, type Operation, type OperationName } from '@switchyard/contract';
import type { JsonValue } from '@switchyard/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Answer, execute, type Outcome, type Request } from '../operations/execute.ts';
import { HANDLERS } from '../operations/handlers.ts';
import type { Call, Handler, OperationDeps } from '../operations/operation.ts';
import { acceptsGzip } from './accepts-gzip.ts';
import { type Admission, type AdmissionVerdict, admit, type Limiters } from './admit.ts';
import type { Authenticator } from './authenticate.ts';
import { definedError } from './errors.ts';
import { etagOf, matchesEtag } from './etag.ts';
import { createInputReader, readIdempotencyKey } from './read-input.ts';
import { sendError } from './send-error.ts';
import { compileSerialisers } from './serialisers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    admission: Admission | null;
  }
  interface FastifyContextConfig {
    operation?: string;
  }
}

export interface BindingDeps {
  readonly operations: OperationDeps;
  readonly authenticator: Authenticator;
  readonly limiters: Limiters;
  readonly now: () => number;
}

export function bindOperations(app: FastifyInstance, deps: BindingDeps): void {
  const serialisers = compileSerialisers();
  app.decorateRequest('admission', null);
  for (const operation of OPERATIONS) {
    const handle = createRequestHandler(deps, operation, serialisers.of(operation.name));
    app.route({
      method: operation.method,
      url: operation.path.replaceAll(/\{([a-z]+)\}/gi, ':$1'),
      config: { operation: operation.name },
      onRequest: (request, reply, done) => admitRequest(deps, operation, request, reply, done),
      handler: handle,
    });
  }
}

function admitRequest(
  deps: BindingDeps,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const verdict = admit(deps, operation, {
    authorization: request.headers.authorization,
    serviceVersion: one(request.headers['service-version']),
    address: () => request.ip,
    nowMs: deps.now(),
  });
  const settle = ({ headers, result }: AdmissionVerdict): void => {
    reply.headers(headers);
    if (!result.ok) return void sendError(reply, definedError(result.error, request.id));
    request.admission = result.value;
    done();
  };
  if (verdict instanceof Promise) verdict.then(settle).catch(done);
  else settle(verdict);
}

function createRequestHandler<N extends OperationName>(
  deps: BindingDeps,
  operation: Operation & { readonly name: N },
  serialise: Request<N>['serialise'],
) {
  const readInput = createInputReader(operation);
  const handler: Handler<N> = HANDLERS[operation.name];
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: Outcome,
  ): Promise<void> | undefined => {
    if (outcome.ok && operation.cacheable) return sendCacheable(request, reply, outcome.value);
    if (outcome.ok) sendAnswer(reply, outcome.value);
    else sendError(reply, definedError(outcome.error, request.id));
    return undefined;
  };
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const url = request.raw.url ?? '';
    const [path = '', queryText = ''] = splitOnce(url, '?');
    const input = readInput({ params: request.params, queryText, body: request.body });
    if (!input.ok) return void sendError(reply, definedError(input.error, request.id));
    const key = readIdempotencyKey(operation.idempotent ? request.headers['idempotency-key'] : undefined);
    if (!key.ok) return void sendError(reply, definedError(key.error, request.id));
    const outcome = execute(deps.operations, handler, {
      name: operation.name,
      call: callOf(deps, request),
      input: input.value,
      successStatus: operation.successStatus,
      serialise,
      ...(key.value === undefined
        ? {}
        : {
            idempotency: {
              key: key.value,
              method: operation.method,
              path,
              body: bodyOf(request),
            },
          }),
    });
    // Fastify is not given the promise: it would look after an answer that is sent here.
    const sent =
      outcome instanceof Promise
        ? outcome.then((result) => send(request, reply, result))
        : send(request, reply, outcome);
    sent?.catch((error) => reply.send(error));
  };
}

/** The strict reader has built it from JSON, so it is a JsonValue. */
function bodyOf(request: FastifyRequest): JsonValue {
  return (request.body ?? null) as JsonValue;
}

function callOf(deps: BindingDeps, request: FastifyRequest): Call {
  const { admission } = request;
  if (admission === null) throw new Error('An operation is reached only by those who were admitted');
  const { key, apiVersion } = admission;
  return {
    environment: { id: key.environmentId, organisationId: key.organisationId, mode: key.mode },
    apiVersion,
    requestId: request.id,
    now: new Date(deps.now()),
  };
}

/**
 * Past Fastify's own `send`, which would look at the text again. Text that is as long in bytes as in characters is ASCII,
 * which goes to the socket as it is, together with its head.
 */
function sendAnswer(reply: FastifyReply, { status, body, ascii, replayed }: Answer): void {
  const length = ascii ? body.length : Buffer.byteLength(body);
  // Fastify's type lets a number stand for any header; those that were set are texts.
  const headers = { ...reply.getHeaders(), ...PRIVATE_JSON, 'content-length': length } as OutgoingHttpHeaders;
  if (replayed) headers['idempotent-replayed'] = 'true';
  reply.raw.writeHead(status, headers);
  reply.raw.end(body, length === body.length ? 'latin1' : 'utf8');
}

async function sendCacheable(request: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<void> {
  const etag = answer.etag ?? etagOf(answer.body);
  reply.headers({ ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding' });
  if (matchesEtag(request.headers['if-none-match'], etag)) return void reply.code(304).send();
  reply.code(answer.status).header('Content-Type', JSON_TYPE);
  if (!acceptsGzip(request.headers['accept-encoding'])) return void reply.send(answer.body);
  const compressed = await compress(answer.body);
  reply.header('Content-Encoding', 'gzip').send(compressed);
}

const compress = promisify(gzip);

const JSON_TYPE = 'application/json; charset=utf-8';
const PRIVATE_JSON = { 'content-type': JSON_TYPE, 'cache-control': 'no-store' };

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
