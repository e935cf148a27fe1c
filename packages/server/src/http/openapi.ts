/** The APIs' own descriptions, for everyone, made once at start. */
import { generateManageOpenApi, generateOpenApi } from '@switchyard/contract';
import type { FastifyInstance } from 'fastify';
import { etagOf, matchesEtag } from './etag.ts';

export async function serveOpenApi(app: FastifyInstance): Promise<void> {
  serveDocument(app, '/v1/openapi.json', await generateOpenApi());
  serveDocument(app, '/manage/v1/openapi.json', await generateManageOpenApi());
}

function serveDocument(app: FastifyInstance, path: string, document: object): void {
  const body = JSON.stringify(document);
  const etag = etagOf(body);
  app.get(path, { config: { operation: 'openapi' } }, async (request, reply) => {
    reply.headers({ ETag: etag, 'Cache-Control': 'public, no-cache' });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.header('Content-Type', 'application/json; charset=utf-8').send(body);
  });
}
