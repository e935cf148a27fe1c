/**
 * Bytes on a socket, for requests that `fetch` would tidy up or never send: repeated headers, broken framing,
 * clients that stop halfway. The answer is read until the server closes, so a request has to ask for that.
 */
import { connect } from 'node:net';
import { type ApiAnswer, readJson } from './api.ts';

export interface RawAnswer extends ApiAnswer {
  /** From the first byte sent until the connection was closed. */
  readonly elapsedMs: number;
}

const ANSWER_MS_MAX = 20_000;

export async function sendRaw(baseUrl: string, bytes: string | Uint8Array): Promise<RawAnswer> {
  const { hostname, port } = new URL(baseUrl);
  const startedAt = performance.now();
  const received = await exchange(hostname, Number(port), bytes);
  return { ...readAnswer(received), elapsedMs: performance.now() - startedAt };
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

function readAnswer(received: Buffer): ApiAnswer {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) throw new Error(`The server closed without an answer: ${JSON.stringify(received.toString())}`);
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n');
  const headers = new Headers(lines.map((line): [string, string] => splitHeader(line)));
  const text = received.subarray(end + 4).toString();
  return { status: Number(statusLine.split(' ')[1]), headers, text, body: readJson(headers, text) };
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}
