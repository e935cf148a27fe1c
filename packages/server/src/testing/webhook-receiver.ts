/** A receiver of webhooks on this machine, which answers as it is told. Nothing but tests imports this. */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly atMs: number;
}

/** `hang`: never answers. */
export type Behaviour =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'hang';

export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  stop(): Promise<void>;
}

export async function startReceiver(behave: (request: Received) => Behaviour): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      const seen = { path: request.url ?? '', headers: request.headers, body, atMs: Date.now() };
      received.push(seen);
      answer(response, behave(seen));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    received,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function answer(response: ServerResponse, behaviour: Behaviour): void {
  if (behaviour === 'hang') return;
  response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body ?? '');
}
