/** `/docs` and `/manage/docs`: the references of both APIs, served whole from this process under a strict content security policy. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { acceptsGzip } from '../accepts-gzip.ts';
import { ICON, POLICY, pageOf, type Reference, startScriptOf } from './page.ts';
import type { ScriptBundle } from './scalar-bundle.ts';

const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

const REFERENCES: readonly Reference[] = [
  { path: '/docs', title: 'Switchyard API reference', documentPath: '/v1/openapi.json' },
  {
    path: '/manage/docs',
    title: 'Switchyard management API reference',
    documentPath: '/manage/v1/openapi.json',
  },
];

export function serveDocs(app: FastifyInstance): void {
  let bundle: Promise<ScriptBundle> | undefined;
  const asset = (reply: FastifyReply, type: string) =>
    reply.headers({ ...SECURITY_HEADERS, 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' });

  app.get('/', async (_request, reply) => reply.redirect('/docs', 302));
  for (const reference of REFERENCES) {
    app.get(reference.path, async (_request, reply) => {
      return reply
        .headers({
          ...SECURITY_HEADERS,
          'Content-Security-Policy': POLICY,
          'Content-Type': 'text/html; charset=utf-8',
          'Cache-Control': 'no-cache',
        })
        .send(pageOf(reference));
    });
    app.get(`${reference.path}/start.js`, async (_request, reply) =>
      asset(reply, 'text/javascript; charset=utf-8').send(startScriptOf(reference)),
    );
  }
  app.get('/docs/icon.svg', async (_request, reply) => asset(reply, 'image/svg+xml').send(ICON));
  app.get('/docs/scalar.js', async (request, reply) => {
    // Four megabytes of script: loaded when first asked for, so that a start does not wait for it.
    bundle ??= import('./scalar-bundle.ts').then(({ loadScalarBundle }) => loadScalarBundle());
    const { plain, gzipped } = await bundle;
    asset(reply, 'text/javascript; charset=utf-8').header('Vary', 'Accept-Encoding');
    if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(plain);
    return reply.header('Content-Encoding', 'gzip').send(gzipped);
  });
}
