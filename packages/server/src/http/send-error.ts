import type { FastifyReply } from 'fastify';
import type { ErrorAnswer } from './errors.ts';

export function sendError(reply: FastifyReply, answer: ErrorAnswer): FastifyReply {
  return reply
    .code(answer.status)
    .headers({
      ...answer.headers,
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
    })
    .send(answer.body);
}
