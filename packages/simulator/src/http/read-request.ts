import type { IncomingMessage } from 'node:http';
import type { SimulatedRequest } from './route.ts';

export const BODY_BYTES_MAX = 1024 * 1024;

/** Without the parameters of a path, which the router adds. Undefined when the body is too large. */
export type ReceivedRequest = Omit<SimulatedRequest, 'params'> & { readonly pathname: string };

export async function readRequest(message: IncomingMessage): Promise<ReceivedRequest | undefined> {
  const rawBody = await readBody(message);
  if (rawBody === undefined) return undefined;
  const path = message.url ?? '/';
  const [pathname = '/', query = ''] = splitOnce(path, '?');
  const headers = headersOf(message);
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return {
    method: message.method ?? 'GET',
    path,
    pathname,
    query: new URLSearchParams(query),
    headers,
    rawBody,
    form: new URLSearchParams(type === 'application/x-www-form-urlencoded' ? textOf(rawBody) : ''),
    json: type === '' || /[/+]json$/.test(type) ? parsed(textOf(rawBody)) : undefined,
  };
}

async function readBody(message: IncomingMessage): Promise<Uint8Array | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    // What is too much is read to its end all the same: to stop would cut the connection, and with it the answer.
    if (bytes <= BODY_BYTES_MAX) chunks.push(chunk);
  }
  return bytes > BODY_BYTES_MAX ? undefined : Buffer.concat(chunks);
}

function splitOnce(text: string, separator: string): readonly string[] {
  const place = text.indexOf(separator);
  return place < 0 ? [text] : [text.slice(0, place), text.slice(place + 1)];
}

function headersOf(message: IncomingMessage): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
