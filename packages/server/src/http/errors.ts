/**
 * The two shapes of an error, and the only place that knows status codes. A *defined* error is one the contract
 * names; an *undefined* one is everything that happens before an operation is reached, and our own faults.
 */
import { ERROR_STATUSES, type ErrorCode, type ErrorName } from '@switchyard/contract';
import type { Failure, FailureCode } from '../domain/failure.ts';
import { explain } from '../messages/explain.ts';

export interface ErrorAnswer {
  readonly status: number;
  /** What the caller finds out why by, and the log. */
  readonly code: ErrorCode | UndefinedErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Mapping {
  readonly name: ErrorName;
  readonly dataCode: ErrorCode;
}

const MAPPINGS: Readonly<Record<FailureCode, Mapping>> = {
  invalid_request: { name: 'BAD_REQUEST', dataCode: 'invalid_request' },
  state_conflict: { name: 'CONFLICT', dataCode: 'invalid_request' },
  unauthorized: { name: 'UNAUTHORIZED', dataCode: 'unauthorized' },
  forbidden: { name: 'FORBIDDEN', dataCode: 'forbidden' },
  not_found: { name: 'NOT_FOUND', dataCode: 'not_found' },
  idempotency_conflict: { name: 'CONFLICT', dataCode: 'idempotency_conflict' },
  quote_expired: { name: 'CONFLICT', dataCode: 'quote_expired' },
  quote_changed: { name: 'CONFLICT', dataCode: 'quote_changed' },
  route_infeasible: { name: 'UNPROCESSABLE_CONTENT', dataCode: 'route_infeasible' },
  connection_not_ready: { name: 'UNPROCESSABLE_CONTENT', dataCode: 'connection_not_ready' },
  provider_rejected: { name: 'BAD_GATEWAY', dataCode: 'provider_rejected' },
  provider_unavailable: { name: 'SERVICE_UNAVAILABLE', dataCode: 'provider_unavailable' },
  rate_limited: { name: 'TOO_MANY_REQUESTS', dataCode: 'rate_limited' },
};

export function definedError(failure: Failure, requestId: string): ErrorAnswer {
  const { name, dataCode } = MAPPINGS[failure.code];
  const { status, message } = ERROR_STATUSES[name];
  const data = {
    code: dataCode,
    ...(failure.param === undefined ? {} : { param: failure.param }),
    requestId,
    ...(failure.explanation === undefined ? {} : { explanation: explain(failure.explanation) }),
  };
  return {
    status,
    code: dataCode,
    headers: {
      ...(failure.retryAfterS === undefined ? {} : { 'Retry-After': String(failure.retryAfterS) }),
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    },
    body: JSON.stringify({ defined: true, code: name, status, message, data }),
  };
}

/** What can go wrong outside every operation. */
const UNDEFINED_ERRORS = {
  BAD_REQUEST: { status: 400, message: 'Bad Request' },
  NOT_FOUND: { status: 404, message: 'Not Found' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'Method Not Allowed' },
  REQUEST_TIMEOUT: { status: 408, message: 'Request Timeout' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'Payload Too Large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Unsupported Media Type' },
  REQUEST_HEADER_FIELDS_TOO_LARGE: { status: 431, message: 'Request Header Fields Too Large' },
  INTERNAL_SERVER_ERROR: { status: 500, message: 'Internal Server Error' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'Service Unavailable' },
} as const;

export type UndefinedErrorCode = keyof typeof UNDEFINED_ERRORS;

export function undefinedError(
  code: UndefinedErrorCode,
  requestId: string,
  detail: { readonly hint?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): ErrorAnswer {
  const { status, message } = UNDEFINED_ERRORS[code];
  const data = { requestId, ...(detail.hint === undefined ? {} : { hint: detail.hint }) };
  return {
    status,
    code,
    headers: detail.headers ?? {},
    body: JSON.stringify({ defined: false, code, status, message, data }),
  };
}
