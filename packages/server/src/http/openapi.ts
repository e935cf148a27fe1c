/** `/v1/openapi.json`: the API's own description, for everyone, made once at start. */
import { generateOpenApi } from '@switchyard/contract';
import type { FastifyInstance } from 'fastify';
import { etagOf, matchesEtag } from './etag.ts';

export async function serveOpenApi(app: FastifyInstance): Promise<void> {
  const body = JSON.stringify(await generateOpenApi());
  const etag = etagOf(body);
  app.get('/v1/openapi.json', { config: { operation: 'openapi' } }, async (request, reply) => {
    reply.headers({ ETag: etag, 'Cache-Control': 'public, no-cache' });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.header('Content-Type', 'application/json; charset=utf-8').send(body);
  });
}
