/** What is answered when something throws: nobody but us is to blame for it, and nothing of it is told. */
import type { Logger } from 'pino';
import { type ErrorAnswer, undefinedError } from './errors.ts';

export interface FaultDeps {
  /** Whether an error of the store is one that a retry may well outlive. */
  readonly isPassing: (error: unknown) => boolean;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

export function answerToFault(
  { isPassing, logger }: FaultDeps,
  error: unknown,
  requestId: string,
): ErrorAnswer {
  if (isPassing(error)) {
    logger.warn({ requestId, err: error }, 'the database did not answer');
    return undefinedError('SERVICE_UNAVAILABLE', requestId, { headers: { 'Retry-After': '1' } });
  }
  logger.error({ requestId, err: error }, 'a request failed through our own fault');
  return undefinedError('INTERNAL_SERVER_ERROR', requestId);
}
