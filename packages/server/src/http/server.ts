/**
 * The HTTP server: one route for each operation of the contract, and an answer in one of our two error shapes for
 * everything else, down to bytes that are not HTTP. It knows HTTP and nothing of payments.
 */
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { API_VERSION } from '@switchyard/engine';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { RequestLine } from '../telemetry/logger.ts';
import type { RequestMetrics } from '../telemetry/metrics.ts';
import { type BindingDeps, bindOperations } from './bind-operations.ts';
import { definedError, type ErrorAnswer, type UndefinedErrorCode, undefinedError } from './errors.ts';
import { HTTP_LIMITS, type HttpLimits } from './limits.ts';
import { allowedMethods } from './method-not-allowed.ts';
import { BodyRefused, installBodyReader, MediaTypeRefused } from './read-body.ts';
import { sendError } from './send-error.ts';

export interface HttpServerDeps extends BindingDeps {
  readonly newRequestId: () => string;
  /** Whether an error of the store is one that a retry may well outlive. */
  readonly isPassing: (error: unknown) => boolean;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  readonly logRequest: (line: RequestLine) => void;
  readonly metrics: RequestMetrics;
  readonly trustedProxies: readonly string[];
  readonly limits?: Partial<HttpLimits>;
}

export function createHttpServer(deps: HttpServerDeps): FastifyInstance {
  const limits = { ...HTTP_LIMITS, ...deps.limits };
  const app = Fastify({
    logger: false,
    bodyLimit: limits.bodyBytesMax,
    genReqId: deps.newRequestId,
    trustProxy: deps.trustedProxies.length === 0 ? false : [...deps.trustedProxies],
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    routerOptions: {
      // As long as a request line can be, so that an id of any length is refused as an id and not by the router.
      maxParamLength: limits.headerBytesMax,
      // The binding reads the raw query itself, strictly; Fastify's own reading of it is never used.
      querystringParser: () => ({}),
    },
    http: {
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      connectionsCheckingInterval: limits.connectionsCheckingIntervalMs,
      maxHeaderSize: limits.headerBytesMax,
      // Node would refuse a request without Host in its own way; the first hook below does it in ours.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(deps, error, socket),
    frameworkErrors: (_error, request, reply) => {
      // Fastify stops here on a path it cannot decode, before any route or hook.
      reply.headers(everyAnswer(request.id));
      void sendError(reply, undefinedError('BAD_REQUEST', request.id));
    },
  });
  app.server.maxConnections = limits.connectionsMax;
  // No route takes QUERY. As a method with a body Fastify would refuse it for its content type before we are asked.
  app.addHttpMethod('QUERY', { overrideExisting: true });
  // Unless somebody listens, Node closes the connection without a word.
  app.server.on('connect', (_request, socket) => answerByHand(deps, 'METHOD_NOT_ALLOWED', socket));
  installBodyReader(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(everyAnswer(request.id));
    if (request.headers.host !== undefined || request.raw.httpVersion === '1.0') return done();
    const hint = 'The Host header is missing.';
    void sendError(reply, undefinedError('BAD_REQUEST', request.id, { hint }));
  });
  // Node would refuse an expectation it does not know in its own way; HTTP lets us pass it over.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.config.operation ?? 'none';
    deps.metrics.observeRequest(operation, reply.statusCode, reply.elapsedTime / 1000);
    deps.logRequest({
      requestId: request.id,
      operation,
      method: request.method,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.admission === null
        ? {}
        : { environment: request.admission.key.environmentId, key: request.admission.key.id }),
    });
    done();
  });
  app.setErrorHandler((error, request, reply) => sendError(reply, errorAnswer(deps, error, request)));
  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(request.raw.url ?? '');
    const answer =
      allowed.length === 0
        ? undefinedError('NOT_FOUND', request.id, { hint: 'See /docs for the paths of this API.' })
        : undefinedError('METHOD_NOT_ALLOWED', request.id, { headers: { Allow: allowed.join(', ') } });
    return sendError(reply, answer);
  });
  bindOperations(app, deps);
  return app;
}

function everyAnswer(requestId: string) {
  return { 'Request-Id': requestId, 'Service-Version': API_VERSION };
}

const FASTIFY_CODES: Readonly<Record<string, UndefinedErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_REQUEST',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BAD_REQUEST',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

function errorAnswer(deps: HttpServerDeps, error: unknown, request: FastifyRequest): ErrorAnswer {
  const requestId = request.id;
  if (error instanceof BodyRefused) {
    const { key, path } = error.problem;
    const failure = { code: 'invalid_request', explanation: { key, vars: {} } } as const;
    return definedError(path === '' ? failure : { ...failure, param: path }, requestId);
  }
  if (error instanceof MediaTypeRefused) return undefinedError('UNSUPPORTED_MEDIA_TYPE', requestId);
  const code = error instanceof Error && 'code' in error ? FASTIFY_CODES[String(error.code)] : undefined;
  if (code !== undefined) return undefinedError(code, requestId);
  // The client went away before its request was whole. By its code alone such an error could as well be the database's.
  if (request.raw.destroyed && !request.raw.complete) return undefinedError('BAD_REQUEST', requestId);
  if (deps.isPassing(error)) {
    deps.logger.warn({ requestId, err: error }, 'the database did not answer');
    return undefinedError('SERVICE_UNAVAILABLE', requestId, { headers: { 'Retry-After': '1' } });
  }
  deps.logger.error({ requestId, err: error }, 'a request failed through our own fault');
  return undefinedError('INTERNAL_SERVER_ERROR', requestId);
}

const PARSER_CODES: Readonly<Record<string, UndefinedErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'REQUEST_HEADER_FIELDS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** Bytes that are not HTTP, headers without end, clients that never finish: answered by hand, then closed. */
function answerBrokenRequest(deps: HttpServerDeps, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  answerByHand(deps, PARSER_CODES[error.code ?? ''] ?? 'BAD_REQUEST', socket);
}

function answerByHand(deps: HttpServerDeps, code: UndefinedErrorCode, socket: Writable): void {
  const requestId = deps.newRequestId();
  const { status, body } = undefinedError(code, requestId);
  socket.end(
    [
      `HTTP/1.1 ${status} ${JSON.parse(body).message}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `Request-Id: ${requestId}`,
      `Service-Version: ${API_VERSION}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
