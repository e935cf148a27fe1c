/**
 * Reads a request body: JSON in UTF-8, strictly, and nothing else. What is no such body by its headers is refused unread. A
 * client that goes away in the middle is never heard of again: there is nobody left to answer.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Result } from '@switchyard/engine';
import { type JsonProblem, readStrictJson } from './strict-json.ts';

export type BodyRefusal = 'UNSUPPORTED_MEDIA_TYPE' | 'PAYLOAD_TOO_LARGE' | JsonProblem;

/** The value is undefined where there is no body. */
export type ReadBody = Result<unknown, BodyRefusal>;

export function readBody(request: IncomingMessage, bytesMax: number): ReadBody | Promise<ReadBody> {
  const { headers } = request;
  const type = headers['content-type'];
  if (type === undefined && isEmpty(headers)) return NO_BODY;
  const { 'content-encoding': encoding = 'identity', 'content-length': length = '0' } = headers;
  if (encoding !== 'identity' || !JSON_UTF8.test(type ?? '')) {
    return { ok: false, error: 'UNSUPPORTED_MEDIA_TYPE' };
  }
  if (Number(length) > bytesMax) return TOO_LARGE;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bytesMax) resolve(TOO_LARGE);
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(parse(joined(chunks))));
  });
}

const JSON_UTF8 = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const NO_BODY: ReadBody = { ok: true, value: undefined };
const TOO_LARGE: ReadBody = { ok: false, error: 'PAYLOAD_TOO_LARGE' };

function isEmpty(headers: IncomingHttpHeaders): boolean {
  const { 'transfer-encoding': coding, 'content-length': length = '0' } = headers;
  return coding === undefined && length === '0';
}

/** One chunk is the usual case. */
function joined(chunks: readonly Buffer[]): Buffer {
  const [only] = chunks;
  return only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks);
}

function parse(body: Buffer): ReadBody {
  if (body.length === 0) return NO_BODY;
  if (!isUtf8(body)) return { ok: false, error: { key: 'json.not_utf8', path: '' } };
  return readStrictJson(body.toString());
}
