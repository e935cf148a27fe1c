/**
 * Serves whatever is no operation of the contract: the reference, the description, health, the providers' webhooks, and an
 * answer in our shape for every path that is none of ours. Speed does not matter here.
 */
import type { IncomingMessage, Server } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type ErrorAnswer, type UndefinedErrorCode, undefinedError } from './errors.ts';
import type { Exchange } from './exchange.ts';
import { answerToFault, type FaultDeps } from './faults.ts';
import type { HttpLimits } from './limits.ts';
import { allowedMethods } from './method-not-allowed.ts';
import { sendError } from './send-error.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the log and the metrics call it. */
    operation?: string;
  }
}

export interface Rest {
  readonly app: FastifyInstance;
  serve(exchange: Exchange): void;
}

export function createFastify(deps: FaultDeps, server: Server, limits: HttpLimits): Rest {
  const exchanges = new WeakMap<IncomingMessage, Exchange>();
  const app = Fastify({
    logger: false,
    serverFactory: () => server,
    genReqId: (request: IncomingMessage) => exchanges.get(request)?.requestId ?? '',
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: {
      // As long as a request line can be, so that a path of any length is merely unknown.
      maxParamLength: limits.headerBytesMax,
      querystringParser: () => ({}),
    },
    // The server has its own answers to what is no request.
    clientErrorHandler: () => undefined,
    // Fastify stops here on a path it cannot decode, before any route or hook.
    frameworkErrors: (_error, request, reply) =>
      void sendError(reply, undefinedError('BAD_REQUEST', request.id)),
  });
  // No route takes QUERY. As a method with a body Fastify would refuse it for its content type before we are asked.
  app.addHttpMethod('QUERY', { overrideExisting: true });
  // No route takes a body, but for those that bring a reader of their own.
  app.removeAllContentTypeParsers();
  app.addHook('onRequest', (request, _reply, done) => {
    const exchange = exchanges.get(request.raw);
    const { operation } = request.routeOptions.config;
    if (exchange !== undefined && operation !== undefined) exchange.operation = operation;
    done();
  });
  app.setErrorHandler((error, request, reply) => sendError(reply, errorAnswer(deps, error, request)));
  app.setNotFoundHandler((request, reply) => sendError(reply, answerToUnknown(request)));
  return {
    app,
    serve(exchange) {
      const { request, response, headers } = exchange;
      exchanges.set(request, exchange);
      for (let at = 0; at < headers.length; at += 2)
        response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
      app.routing(request, response);
    },
  };
}

function answerToUnknown({ raw, id }: FastifyRequest): ErrorAnswer {
  const allowed = allowedMethods(raw.url ?? '');
  return allowed.length === 0
    ? undefinedError('NOT_FOUND', id, { hint: 'See /docs for the paths of this API.' })
    : undefinedError('METHOD_NOT_ALLOWED', id, { headers: { Allow: allowed.join(', ') } });
}

const FASTIFY_CODES: Readonly<Record<string, UndefinedErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
};

function errorAnswer(deps: FaultDeps, error: unknown, { id, raw }: FastifyRequest): ErrorAnswer {
  const code = error instanceof Error && 'code' in error ? FASTIFY_CODES[String(error.code)] : undefined;
  if (code !== undefined) return undefinedError(code, id);
  // The client went away before its request was whole. By its code alone such an error could as well be the database's.
  if (raw.destroyed && !raw.complete) return undefinedError('BAD_REQUEST', id);
  return answerToFault(deps, error, id);
}
