/**
 * One request and its answer. Each has a name, and is counted and logged once: when its answer has left, or when the client has gone
 * without it. Every answer carries that name and the version of the API, and is sent whole: its head and body leave in one write.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_VERSION } from '@switchyard/engine';
import type { RequestLine } from '../telemetry/logger.ts';
import type { RequestMetrics } from '../telemetry/metrics.ts';
import type { ErrorAnswer } from './errors.ts';

export interface ExchangeDeps {
  readonly newRequestId: () => string;
  readonly logRequest: (line: RequestLine) => void;
  /** Keeps it for those who manage the environment, if they want that. */
  readonly keepRequest: ((line: RequestLine) => void) | undefined;
  readonly metrics: RequestMetrics;
  /** Whether the server takes no more connections, and so wants to be rid of those it has. */
  readonly isClosing: () => boolean;
}

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly startedMs: number;
  readonly isClosing: () => boolean;
  /** Names and values in turns, as Node takes them soonest. */
  readonly headers: string[];
  /** What the log and the metrics call it. */
  operation: string;
  /** Whose it is, once that is known. */
  caller: { readonly environmentId: string; readonly keyId: string } | undefined;
  /** Why it was refused, if it was. */
  errorCode: string | undefined;
}

export function openExchange(
  deps: ExchangeDeps,
  request: IncomingMessage,
  response: ServerResponse,
): Exchange {
  const requestId = deps.newRequestId();
  const exchange: Exchange = {
    request,
    response,
    requestId,
    startedMs: performance.now(),
    isClosing: deps.isClosing,
    headers: ['Request-Id', requestId, 'Service-Version', API_VERSION],
    operation: 'none',
    caller: undefined,
    errorCode: undefined,
  };
  // It follows on the last byte of an answer, and on the end of a connection that took none.
  response.on('close', () => account(deps, exchange));
  return exchange;
}

export function addHeaders({ headers }: Exchange, added: Readonly<Record<string, string>>): void {
  for (const name in added) headers.push(name, added[name] ?? '');
}

export function sendWithoutBody(exchange: Exchange, status: number): void {
  sendHead(exchange, status).end();
}

/** Text that is as long in bytes as in characters is ASCII, which goes to the socket as it is, together with its head. */
export function sendJson(
  exchange: Exchange,
  status: number,
  body: string | Buffer,
  length: number = Buffer.byteLength(body),
): void {
  exchange.headers.push('Content-Type', JSON_TYPE, 'Content-Length', String(length));
  sendHead(exchange, status).end(body, length === body.length ? 'latin1' : 'utf8');
}

export function refuse(exchange: Exchange, { status, code, headers, body }: ErrorAnswer): void {
  exchange.errorCode = code;
  addHeaders(exchange, headers);
  exchange.headers.push('Cache-Control', 'no-store');
  sendJson(exchange, status, body);
}

export const JSON_TYPE = 'application/json; charset=utf-8';

function sendHead({ response, headers, isClosing }: Exchange, status: number): ServerResponse {
  if (isClosing()) response.shouldKeepAlive = false;
  return response.writeHead(status, headers);
}

/** As nginx says it: the client hung up before it had the answer. No answer has this status, only the log and the metrics. */
const CLIENT_CLOSED = 499;

function account({ metrics, logRequest, keepRequest }: ExchangeDeps, exchange: Exchange): void {
  const { operation, caller, errorCode, request, response, requestId, startedMs } = exchange;
  const status = response.writableFinished ? response.statusCode : CLIENT_CLOSED;
  const elapsedMs = performance.now() - startedMs;
  metrics.observeRequest(operation, status, elapsedMs / 1000);
  const line = {
    requestId,
    operation,
    method: request.method ?? '',
    status,
    ms: Math.round(elapsedMs * 10) / 10,
    environment: caller?.environmentId,
    key: caller?.keyId,
    errorCode,
  };
  logRequest(line);
  keepRequest?.(line);
}
