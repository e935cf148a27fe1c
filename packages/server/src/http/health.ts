/** `/livez`: the process runs. `/readyz`: it can serve, so the database answers and no shutdown has begun. */
import type { FastifyInstance } from 'fastify';
import type { Database, Statement } from '../store/database.ts';
import { undefinedError } from './errors.ts';
import { sendError } from './send-error.ts';

export interface Health {
  /** From now on the service says that it is not ready, so that load balancers turn away. */
  drain(): void;
}

const ping: Statement<{ readonly one: number }> = { name: 'ping', text: 'select 1 as one' };

export function serveHealth(app: FastifyInstance, db: Database): Health {
  let draining = false;
  app.get('/livez', async (_request, reply) => reply.send({ status: 'live' }));
  app.get('/readyz', async (request, reply) => {
    const ready = !draining && (await answers(db));
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

async function answers(db: Database): Promise<boolean> {
  try {
    await db.call(ping, []);
    return true;
  } catch {
    return false;
  }
}
