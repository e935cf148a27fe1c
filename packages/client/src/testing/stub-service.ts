/** A network that misbehaves as a test wants it to: it stands for what lies between us and the service. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  readonly atMs: number;
}

/** `hang` never answers; `reset` breaks the connection. */
export type StubAnswer =
  | 'hang'
  | 'reset'
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    };

export interface StubService {
  readonly baseUrl: string;
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/** Answers the first request with the first answer, and so on; the last one answers all that follow. */
export async function startStubService(
  answers: readonly (StubAnswer | ((request: Received) => StubAnswer))[],
): Promise<StubService> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const seen: Received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      text: Buffer.concat(chunks).toString('utf8'),
      atMs: performance.now(),
    };
    const answer = answers[Math.min(received.length, answers.length - 1)] ?? 'hang';
    received.push(seen);
    reply(response, typeof answer === 'function' ? answer(seen) : answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function reply(response: ServerResponse, answer: StubAnswer): void {
  if (answer === 'hang') return;
  if (answer === 'reset') {
    response.destroy();
    return;
  }
  const { status, headers = {}, body } = answer;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
}
