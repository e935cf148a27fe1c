/** What never becomes a request: bytes that are not HTTP, headers without end, clients that never finish, CONNECT. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { API_VERSION } from '@switchyard/engine';
import { type UndefinedErrorCode, undefinedError } from './errors.ts';
import { JSON_TYPE } from './exchange.ts';

/** Answers these by hand in our own shape, and closes the connection. */
export function answerBrokenRequests(server: Server, newRequestId: () => string): void {
  server.on('clientError', (error: Error & { readonly code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else answerByHand(PARSER_CODES[error.code ?? ''] ?? 'BAD_REQUEST', newRequestId(), socket);
  });
  // Unless somebody listens, Node closes the connection without a word.
  server.on('connect', (_request, socket) => answerByHand('METHOD_NOT_ALLOWED', newRequestId(), socket));
}

const PARSER_CODES: Readonly<Record<string, UndefinedErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'REQUEST_HEADER_FIELDS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

function answerByHand(code: UndefinedErrorCode, requestId: string, socket: Writable): void {
  const { status, body } = undefinedError(code, requestId);
  socket.end(
    [
      `HTTP/1.1 ${status} ${JSON.parse(body).message}`,
      `Content-Type: ${JSON_TYPE}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `Request-Id: ${requestId}`,
      `Service-Version: ${API_VERSION}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
