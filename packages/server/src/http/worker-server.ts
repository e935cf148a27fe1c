/** The HTTP server of a node that only works: it says how the node is, and nothing else is there. */
import { API_VERSION } from '@switchyard/engine';
import Fastify, { type FastifyInstance } from 'fastify';
import { undefinedError } from './errors.ts';
import { HTTP_LIMITS } from './limits.ts';
import { sendError } from './send-error.ts';

export function createWorkerServer(deps: { readonly newRequestId: () => string }): FastifyInstance {
  const app = Fastify({
    logger: false,
    genReqId: deps.newRequestId,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    keepAliveTimeout: HTTP_LIMITS.keepAliveTimeoutMs,
    requestTimeout: HTTP_LIMITS.requestTimeoutMs,
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'Request-Id': request.id, 'Service-Version': API_VERSION });
    done();
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(reply, undefinedError('NOT_FOUND', request.id, { hint: 'This node serves no API.' })),
  );
  return app;
}
