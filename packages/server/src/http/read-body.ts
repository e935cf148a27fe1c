/** Parses a request body: JSON in UTF-8, strictly, and nothing else. */
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type JsonProblem, readStrictJson } from './strict-json.ts';

/** Thrown out of the parser, because that is the only way Fastify lets it speak. */
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
    async (request: FastifyRequest, body: Buffer) => {
      const { 'content-type': type, 'content-encoding': encoding = 'identity' } = request.headers;
      if (encoding !== 'identity' || !JSON_UTF8.test(type ?? '')) throw new MediaTypeRefused();
      if (body.length === 0) return undefined;
      if (!isUtf8(body)) throw new BodyRefused({ key: 'json.not_utf8', path: '' });
      const read = readStrictJson(body.toString());
      if (!read.ok) throw new BodyRefused(read.error);
      return read.value;
    },
  );
}
