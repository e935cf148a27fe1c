import type { LoggedRequest } from '../domain/logged-request.ts';
import { timeOfRequestId } from '../domain/request-id.ts';
import type { Presented } from './operation.ts';

export function presentRequest(request: LoggedRequest): Presented<'requestLog.get'> {
  const { requestId, key, operation, status, errorCode, ms } = request;
  return {
    id: requestId,
    object: 'request_log_entry',
    key,
    operation,
    status,
    ...(errorCode === undefined ? {} : { errorCode }),
    durationMs: ms,
    at: timeOfRequestId(requestId).toISOString(),
  };
}
