/** Reads one HTTP/1.1 answer out of bytes, without forgiving anything a client would have to guess about. */
import { gunzipSync } from 'node:zlib';

export interface RawAnswer {
  readonly status: number;
  /** By lower-case name; a field sent twice has two values. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly text: string;
  readonly keepsAlive: boolean;
}

const HEAD_END = '\r\n\r\n';

/** Undefined until the answer is whole. Interim answers (1xx) are passed over. */
export function readAnswer(bytes: Buffer, isHead: boolean): RawAnswer | undefined {
  const headLength = bytes.indexOf(HEAD_END);
  if (headLength < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headLength).split('\r\n');
  const status = Number(/^HTTP\/1\.1 ([1-5][0-9]{2}) /.exec(statusLine)?.[1]);
  if (Number.isNaN(status)) throw new Error(`Not the first line of an answer: ${statusLine}`);
  const rest = bytes.subarray(headLength + HEAD_END.length);
  if (status < 200) return readAnswer(rest, isHead);
  const headers = readHeaders(lines);
  const body = isHead || status === 204 || status === 304 ? Buffer.alloc(0) : readBody(headers, rest);
  if (body === undefined) return undefined;
  const keepsAlive = headers.get('connection')?.[0]?.toLowerCase() !== 'close';
  return { status, headers, text: decoded(headers, body).toString('utf8'), keepsAlive };
}

function readHeaders(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    const values = headers.get(name) ?? [];
    values.push(line.slice(colon + 1).trim());
    headers.set(name, values);
  }
  return headers;
}

function readBody(headers: RawAnswer['headers'], bytes: Buffer): Buffer | undefined {
  if (headers.get('transfer-encoding')?.[0] === 'chunked') return readChunks(bytes);
  const length = Number(headers.get('content-length')?.[0] ?? 'none');
  if (Number.isNaN(length)) throw new Error('An answer does not say how long it is');
  return bytes.length < length ? undefined : bytes.subarray(0, length);
}

/** What may be cached comes compressed to whoever says that it takes that. */
function decoded(headers: RawAnswer['headers'], body: Buffer): Buffer {
  return headers.get('content-encoding')?.[0] === 'gzip' && body.length > 0 ? gunzipSync(body) : body;
}

function readChunks(bytes: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const start = lineEnd + 2;
    if (bytes.length < start + length + 2) return undefined;
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(start, start + length));
    at = start + length + 2;
  }
}
