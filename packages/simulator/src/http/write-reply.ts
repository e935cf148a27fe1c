import type { ServerResponse } from 'node:http';
import type { Reply } from './route.ts';

/** A reply that hangs leaves the connection open until the caller gives up or the simulator stops. */
export function writeReply(response: ServerResponse, reply: Reply): void {
  switch (reply.kind) {
    case 'hang':
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'answer':
      response.writeHead(reply.status, { ...reply.headers, ...lengthOf(reply.status, reply.body) });
      response.end(reply.body);
  }
}

/** A 204 has no body, and may not say how long it is. */
function lengthOf(status: number, body: string): Readonly<Record<string, number>> {
  return status === 204 ? {} : { 'content-length': Buffer.byteLength(body) };
}
