/** Sends an answer that the caller may keep: not at all when it has it already, and compressed when it takes that. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Answer } from '../operations/execute.ts';
import { acceptsGzip } from './accepts-gzip.ts';
import { etagOf, matchesEtag } from './etag.ts';
import { type Exchange, sendJson, sendWithoutBody } from './exchange.ts';

export async function sendCacheable(exchange: Exchange, answer: Answer): Promise<void> {
  const { request, headers } = exchange;
  const etag = answer.etag ?? etagOf(answer.body);
  headers.push('ETag', etag, 'Cache-Control', 'private, no-cache', 'Vary', 'Accept-Encoding');
  if (matchesEtag(request.headers['if-none-match'], etag)) return sendWithoutBody(exchange, 304);
  if (!acceptsGzip(request.headers['accept-encoding'])) {
    return sendJson(exchange, answer.status, answer.body);
  }
  headers.push('Content-Encoding', 'gzip');
  sendJson(exchange, answer.status, await compress(answer.body));
}

const compress = promisify(gzip);
