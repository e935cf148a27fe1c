/** `/livez`: the process runs. `/readyz`: it can serve, so the database answers and no shutdown has begun. */
import type { FastifyInstance } from 'fastify';
import { undefinedError } from './errors.ts';
import { sendError } from './send-error.ts';

export interface Health {
  /**
   * From now on the service says that it is not ready, so that load balancers turn away, and every answer is the last on its
   * connection, so that few are left when it closes.
   */
  drain(): void;
}

export function serveHealth(app: FastifyInstance, databaseAnswers: () => Promise<boolean>): Health {
  let draining = false;
  app.server.prependListener('request', (_request, response) => {
    if (draining) response.shouldKeepAlive = false;
  });
  app.get('/livez', async (_request, reply) => reply.send({ status: 'live' }));
  app.get('/readyz', async (request, reply) => {
    const ready = !draining && (await databaseAnswers());
    if (ready) return reply.send({ status: 'ready' });
    return sendError(
      reply,
      undefinedError('SERVICE_UNAVAILABLE', request.id, { headers: { 'Retry-After': '1' } }),
    );
  });
  return {
    drain: () => {
      draining = true;
    },
  };
}
