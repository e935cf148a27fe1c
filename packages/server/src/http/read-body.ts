/** Parses a request body: JSON in UTF-8, strictly, and nothing else. */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type JsonProblem, readStrictJson } from './strict-json.ts';

/** Given to Fastify as an error, because that is the only way it lets a parser refuse. */
export class BodyRefused extends Error {
  readonly problem: JsonProblem;
  constructor(problem: JsonProblem) {
    super(problem.key);
    this.problem = problem;
  }
}

export class MediaTypeRefused extends Error {}

const JSON_UTF8 = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

export function installBodyReader(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body: Buffer, done: (error: Error | null, value?: unknown) => void) => {
      const read = readBody(request, body);
      if (read instanceof Error) done(read);
      else done(null, read.value);
    },
  );
}

function readBody(request: FastifyRequest, body: Buffer): { readonly value: unknown } | Error {
  const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers;
  if (encoding !== 'identity' || !JSON_UTF8.test(type ?? '')) return new MediaTypeRefused();
  if (body.length === 0) return { value: undefined };
  if (!isUtf8(body)) return new BodyRefused({ key: 'json.not_utf8', path: '' });
  const read = readStrictJson(body.toString());
  return read.ok ? { value: read.value } : new BodyRefused(read.error);
}
