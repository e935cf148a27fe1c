import { z } from 'zod';
import { Explanation } from './schemas/explanation.ts';

/**
 * What an error looks like on the wire. Nine statuses are defined: each has a fixed name and carries `data` with
 * one of twelve stable codes. Everything else (unknown paths, oversized bodies, our own faults) has the same
 * four fields with `defined: false`. This is oRPC's own error format, so its clients read it without help.
 */
export const ERROR_CODES = [
  'invalid_request',
  'unauthorized',
  'forbidden',
  'not_found',
  'idempotency_conflict',
  'quote_expired',
  'quote_changed',
  'route_infeasible',
  'connection_not_ready',
  'provider_unavailable',
  'provider_rejected',
  'rate_limited',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

export const ErrorData = z
  .strictObject({
    code: z.enum(ERROR_CODES).describe('What went wrong; stable, safe to branch on.'),
    param: z.string().optional().describe('Dotted path of the input at fault, such as `amount.value`.'),
    requestId: z.string().optional().describe('The `Request-Id` of this answer. Quote it when you ask us.'),
    explanation: Explanation.optional(),
  })
  .meta({ id: 'ErrorData', description: 'The part of an error that programs read.' });
export type ErrorData = z.output<typeof ErrorData>;

export const ERROR_STATUSES = {
  BAD_REQUEST: { status: 400, message: 'Bad Request' },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized' },
  FORBIDDEN: { status: 403, message: 'Forbidden' },
  NOT_FOUND: { status: 404, message: 'Not Found' },
  CONFLICT: { status: 409, message: 'Conflict' },
  UNPROCESSABLE_CONTENT: { status: 422, message: 'Unprocessable Content' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too Many Requests' },
  BAD_GATEWAY: { status: 502, message: 'Bad Gateway' },
  SERVICE_UNAVAILABLE: { status: 503, message: 'Service Unavailable' },
} as const;
export type ErrorName = keyof typeof ERROR_STATUSES;
export type ErrorStatus = (typeof ERROR_STATUSES)[ErrorName]['status'];

export const ERROR_NAMES = Object.keys(ERROR_STATUSES) as readonly ErrorName[];

/** The same nine, as oRPC wants them: every procedure of the contract can fail in each of these ways. */
export const ERROR_MAP = {
  BAD_REQUEST: { ...ERROR_STATUSES.BAD_REQUEST, data: ErrorData },
  UNAUTHORIZED: { ...ERROR_STATUSES.UNAUTHORIZED, data: ErrorData },
  FORBIDDEN: { ...ERROR_STATUSES.FORBIDDEN, data: ErrorData },
  NOT_FOUND: { ...ERROR_STATUSES.NOT_FOUND, data: ErrorData },
  CONFLICT: { ...ERROR_STATUSES.CONFLICT, data: ErrorData },
  UNPROCESSABLE_CONTENT: { ...ERROR_STATUSES.UNPROCESSABLE_CONTENT, data: ErrorData },
  TOO_MANY_REQUESTS: { ...ERROR_STATUSES.TOO_MANY_REQUESTS, data: ErrorData },
  BAD_GATEWAY: { ...ERROR_STATUSES.BAD_GATEWAY, data: ErrorData },
  SERVICE_UNAVAILABLE: { ...ERROR_STATUSES.SERVICE_UNAVAILABLE, data: ErrorData },
} as const;

export interface DefinedError {
  readonly defined: true;
  readonly code: ErrorName;
  readonly status: ErrorStatus;
  readonly message: string;
  readonly data: ErrorData;
}

/** The schema of one of the nine, its name and status fixed. */
export function definedErrorSchema(name: ErrorName) {
  const { status, message } = ERROR_STATUSES[name];
  return z.strictObject({
    defined: z.literal(true),
    code: z.literal(name),
    status: z.literal(status).meta({ type: 'integer' }),
    message: z.string().default(message),
    data: ErrorData,
  });
}

export const UndefinedError = z
  .strictObject({
    defined: z.literal(false),
    code: z.string(),
    status: z.number(),
    message: z.string(),
    data: z.unknown().optional(),
  })
  .meta({ id: 'UndefinedError', description: 'An error outside the nine, or one without a stable code.' });
export type UndefinedError = z.output<typeof UndefinedError>;
