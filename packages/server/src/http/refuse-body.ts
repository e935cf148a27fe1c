import { definedError, type ErrorAnswer, undefinedError } from './errors.ts';
import { type Exchange, refuse } from './exchange.ts';
import type { BodyRefusal } from './read-body.ts';

/** A body that was not read to its end, or not understood, may be followed by more of its kind. */
export function refuseBody(exchange: Exchange, refusal: BodyRefusal): void {
  if (refusal !== 'UNSUPPORTED_MEDIA_TYPE') exchange.response.shouldKeepAlive = false;
  refuse(exchange, refusedBody(refusal, exchange.requestId));
}

function refusedBody(refusal: BodyRefusal, requestId: string): ErrorAnswer {
  if (typeof refusal === 'string') return undefinedError(refusal, requestId);
  const { key, path } = refusal;
  const failure = { code: 'invalid_request', explanation: { key, vars: {} } } as const;
  return definedError(path === '' ? failure : { ...failure, param: path }, requestId);
}
