/**
 * The HTTP server. Every request becomes an exchange, which is answered by the operation it is about or else by Fastify; what
 * never becomes a request is answered too. So all answers, down to those to bytes that are not HTTP, are in one of our
 * shapes. It knows HTTP and nothing of payments.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type BindingDeps, bindOperations } from './bind-operations.ts';
import { answerBrokenRequests } from './broken-requests.ts';
import { clientAddressReader } from './client-address.ts';
import { undefinedError } from './errors.ts';
import { type ExchangeDeps, openExchange, refuse } from './exchange.ts';
import { createFastify } from './fastify.ts';
import { HTTP_LIMITS, type HttpLimits } from './limits.ts';
import { bindManagement, type ManagementDeps } from './manage/bind-management.ts';

export interface HttpServerDeps
  extends Omit<ExchangeDeps, 'isClosing'>,
    Omit<BindingDeps, 'clientAddress' | 'bodyBytesMax'> {
  readonly management: ManagementDeps;
  readonly trustedProxies: readonly string[];
  readonly limits?: Partial<HttpLimits>;
}

/** As a Fastify instance, to which whatever is no operation can be added. */
export function createHttpServer(deps: HttpServerDeps): FastifyInstance {
  const limits = { ...HTTP_LIMITS, ...deps.limits };
  const server = createLimitedServer(limits);
  answerBrokenRequests(server, deps.newRequestId);
  const reading = {
    clientAddress: clientAddressReader(deps.trustedProxies),
    bodyBytesMax: limits.bodyBytesMax,
  };
  const serveOperation = bindOperations({ ...deps, ...reading });
  const serveManagement = bindManagement({ ...deps, ...reading });
  const exchangeDeps = { ...deps, isClosing: () => !server.listening };
  const rest = createFastify(deps, server, limits);
  server.on('request', (request, response) => {
    const exchange = openExchange(exchangeDeps, request, response);
    if (isWithoutHost(request)) {
      const hint = 'The Host header is missing.';
      refuse(exchange, undefinedError('BAD_REQUEST', exchange.requestId, { hint }));
    } else if (!serveOperation(exchange) && !serveManagement(exchange)) rest.serve(exchange);
  });
  return rest.app;
}

function createLimitedServer(limits: HttpLimits): Server {
  const server = createServer({
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    connectionsCheckingInterval: limits.connectionsCheckingIntervalMs,
    maxHeaderSize: limits.headerBytesMax,
    // Node would refuse a request without Host in its own way; we do it in ours.
    requireHostHeader: false,
  });
  server.maxConnections = limits.connectionsMax;
  // Node would refuse an expectation it does not know in its own way; HTTP lets us pass it over.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}

function isWithoutHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host === undefined && httpVersion !== '1.0';
}
