/**
 * One request as bytes on a socket of its own, for what `fetch` would tidy up or never send: repeated headers, broken
 * framing, clients that stop halfway. The answer is awaited until the server closes, so a request has to ask for that.
 */
import { connect } from 'node:net';
import { type ApiAnswer, readJson } from './api.ts';
import { readAnswer } from './read-answer.ts';

export interface TimedAnswer extends ApiAnswer {
  /** From the first byte sent until the connection was closed. */
  readonly elapsedMs: number;
}

const ANSWER_MS_MAX = 20_000;

export async function sendRaw(baseUrl: string, bytes: string | Uint8Array): Promise<TimedAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const startedAt = performance.now();
  const received = await exchange(hostname, Number(port), bytes);
  const elapsedMs = performance.now() - startedAt;
  const answer = readAnswer(received, false);
  if (answer === undefined)
    throw new Error(`Closed before the answer was whole: ${received.toString('latin1')}`);
  const headers = new Headers();
  for (const [name, values] of answer.headers) for (const value of values) headers.append(name, value);
  return {
    status: answer.status,
    headers,
    text: answer.text,
    body: readJson(headers, answer.text),
    elapsedMs,
  };
}

/** A request's text: its first line, its headers and what follows them. */
export function rawRequest(line: string, headers: readonly string[], body = ''): string {
  return [line, 'Host: switchyard.test', 'Connection: close', ...headers, '', body].join('\r\n');
}

function exchange(host: string, port: number, bytes: string | Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, host, () => socket.write(bytes));
    socket.setTimeout(ANSWER_MS_MAX, () =>
      socket.destroy(new Error('The server neither answered nor closed')),
    );
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A server that refuses a body it has not read may reset the connection behind its answer.
    socket.on('error', (error) => (chunks.length === 0 ? reject(error) : resolve(Buffer.concat(chunks))));
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
}
