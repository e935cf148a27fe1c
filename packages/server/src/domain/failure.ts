/**
 * Everything a call can be refused for, as a value. What HTTP makes of it is the business of `http/errors.ts`;
 * what it says to a person is the business of `messages/`.
 */
import type { ExplanationKey } from '@switchyard/engine';
import type { MessageKey } from '../messages/sentences.ts';

export type FailureCode =
  | 'invalid_request'
  | 'state_conflict'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'idempotency_conflict'
  | 'quote_expired'
  | 'quote_changed'
  | 'route_infeasible'
  | 'connection_not_ready'
  | 'provider_rejected'
  | 'provider_unavailable'
  | 'rate_limited';

export interface Failure {
  readonly code: FailureCode;
  /** The one input at fault, as a dotted path. */
  readonly param?: string;
  readonly explanation?: ExplanationKey & { readonly key: MessageKey };
  readonly retryAfterS?: number;
}

export interface FailureDetail {
  readonly param?: string;
  readonly vars?: Readonly<Record<string, string>>;
  readonly retryAfterS?: number;
}

export function fail(
  code: FailureCode,
  key: MessageKey,
  detail: FailureDetail = {},
): { ok: false; error: Failure } {
  const { param, vars = {}, retryAfterS } = detail;
  return {
    ok: false,
    error: {
      code,
      explanation: { key, vars },
      ...(param === undefined ? {} : { param }),
      ...(retryAfterS === undefined ? {} : { retryAfterS }),
    },
  };
}
