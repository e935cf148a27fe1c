/**
 * Scalar's browser bundle, from the pinned package rather than from somebody's server. The package hands it out
 * through its Fastify plugin only, so the plugin is asked, once, when the first reader comes.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import scalar from '@scalar/fastify-api-reference';
import Fastify from 'fastify';

export interface ScriptBundle {
  readonly plain: Buffer;
  readonly gzipped: Buffer;
}

const PREFIX = '/scalar';

export async function loadScalarBundle(): Promise<ScriptBundle> {
  const host = Fastify({ logger: false });
  await host.register(scalar, { routePrefix: PREFIX, configuration: { url: '/unused' } });
  const answer = await host.inject({ url: `${PREFIX}/js/scalar.js` });
  await host.close();
  const plain = answer.rawPayload;
  return { plain, gzipped: await promisify(gzip)(plain) };
}
