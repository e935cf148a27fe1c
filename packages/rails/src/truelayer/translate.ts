/**
 * TrueLayer's words in ours. Pure, and exhaustive: every word TrueLayer documents stands in a table below. A word that does
 * not is never taken for success, nor for proof that nothing happened.
 */
import {
  type Failed,
  type FailureKind,
  misconfigured,
  type Refusal,
  type Refused,
  rejected,
  unavailable,
} from '@switchyard/rail-kit';
import { particularsOf } from '../calling/particulars-of.ts';
import type { Unheard } from './api/exchange.ts';
import type { PaymentsExchange } from './api/payments.ts';

export type PaymentStanding = 'waits_for_user' | 'processing' | 'done' | 'refused';

/**
 * A payment to an external account ends as `executed` or `failed`. `settled` is known for merchant accounts only and says
 * more than `executed`, so it counts as well. `attempt_failed` leaves a retry open until the payment expires.
 */
export const PAYMENT_STATUSES = {
  authorization_required: 'waits_for_user',
  authorizing: 'waits_for_user',
  authorized: 'processing',
  attempt_failed: 'processing',
  executed: 'done',
  settled: 'done',
  failed: 'refused',
} as const satisfies Readonly<Record<string, PaymentStanding>>;

export const SETTLED_STATUSES = ['executed', 'settled'] as const;

export function standingOf(status: string): PaymentStanding {
  return isKey(PAYMENT_STATUSES, status) ? PAYMENT_STATUSES[status] : 'processing';
}

/** Why a payment failed. What the user did or left undone is told apart from what the bank or TrueLayer decided. */
export const FAILURE_REASONS = {
  authorization_failed: 'user_declined',
  blocked: 'provider_rejected',
  canceled: 'cancelled',
  constraint_violation: 'provider_rejected',
  expired: 'expired',
  insufficient_funds: 'insufficient_funds',
  internal_server_error: 'provider_rejected',
  invalid_account_details: 'bank_refused',
  invalid_account_holder_name: 'bank_refused',
  invalid_beneficiary_account: 'bank_refused',
  invalid_credentials: 'user_declined',
  invalid_mandate_state: 'provider_rejected',
  invalid_otp: 'user_declined',
  invalid_remitter_account: 'bank_refused',
  invalid_request: 'provider_rejected',
  invalid_sort_code: 'bank_refused',
  mandate_revoked: 'provider_rejected',
  not_authorized: 'user_declined',
  payment_limit_exceeded: 'bank_refused',
  provider_error: 'bank_refused',
  provider_expired: 'expired',
  provider_rejected: 'bank_refused',
  rejected: 'bank_refused',
  scheme_unavailable: 'bank_refused',
  unknown_error: 'provider_rejected',
  user_canceled_at_provider: 'user_declined',
  verification_declined: 'provider_rejected',
} as const satisfies Readonly<Record<string, Refusal>>;

export function refusalFor(reason: string | undefined): Refused {
  if (reason === undefined) return { kind: 'refused', code: 'provider_rejected' };
  const code = isKey(FAILURE_REASONS, reason) ? FAILURE_REASONS[reason] : 'provider_rejected';
  return { kind: 'refused', code, providerCode: reason };
}

/** What TrueLayer may want next from a payment that is being authorised. We send the user to the bank and no more. */
export const NEXT_ACTIONS = {
  redirect: 'redirect',
  wait: 'wait',
  consent: 'unsupported',
  form: 'unsupported',
  provider_selection: 'unsupported',
  scheme_selection: 'unsupported',
  user_account_selection: 'unsupported',
  retry: 'unsupported',
} as const satisfies Readonly<Record<string, 'redirect' | 'wait' | 'unsupported'>>;

export function nextActionOf(type: string): 'redirect' | 'wait' | 'unsupported' {
  return isKey(NEXT_ACTIONS, type) ? NEXT_ACTIONS[type] : 'unsupported';
}

/** What the auth dialog brings back in place of a code. */
export const DIALOG_ERRORS = {
  access_denied: 'user_declined',
  user_canceled: 'user_declined',
  expired: 'expired',
  provider_error: 'bank_refused',
  provider_timeout: 'bank_refused',
  provider_unavailable: 'bank_refused',
  temporarily_unavailable: 'bank_refused',
  internal_server_error: 'provider_rejected',
  server_error: 'provider_rejected',
  invalid_request: 'provider_rejected',
  invalid_scope: 'provider_rejected',
  unauthorized_client: 'provider_rejected',
  unsupported_response_type: 'provider_rejected',
} as const satisfies Readonly<Record<string, Refusal>>;

export function refusalForDialog(error: string): Refused {
  const code = isKey(DIALOG_ERRORS, error) ? DIALOG_ERRORS[error] : 'provider_rejected';
  // The word came through the user's browser: only one that we know is repeated.
  return { kind: 'refused', code, ...(isKey(DIALOG_ERRORS, error) ? { providerCode: error } : {}) };
}

type NotHeard = Exclude<PaymentsExchange<never>, { readonly kind: 'ok' }>;

/** A call that changes nothing: whatever went wrong, nothing happened. */
export function failedRead(exchange: NotHeard): Failed {
  return failureOf(exchange, { unclear: 'unavailable', conflict: 'rejected' });
}

/** A call that may have moved money, or have bound the user to it. A key that is in use says that there was another. */
export function failedWrite(exchange: NotHeard): Failed {
  return failureOf(exchange, { unclear: 'unknown_outcome', conflict: 'unknown_outcome' });
}

function failureOf(
  exchange: NotHeard,
  { unclear, conflict }: { readonly unclear: FailureKind; readonly conflict: FailureKind },
): Failed {
  switch (exchange.kind) {
    case 'no_token':
      return failedToken(exchange.why);
    case 'not_connected':
      return unavailable();
    case 'unclear':
      return { kind: unclear, ...particularsOf(exchange) };
    case 'refused':
      if (exchange.httpStatus === 409 || exchange.httpStatus === 422) {
        return { kind: conflict, ...particularsOf(exchange) };
      }
      return failedRefusal(exchange);
  }
}

/** Without a token nothing was asked of the payments service; and any 4xx but a limit means that it does not know us. */
function failedToken(why: Unheard): Failed {
  if (why.kind !== 'refused' || why.httpStatus === 429) return failedRead(why);
  return misconfigured(particularsOf(why));
}

function failedRefusal(exchange: Extract<Unheard, { readonly kind: 'refused' }>): Failed {
  const particulars = particularsOf(exchange);
  switch (exchange.httpStatus) {
    case 401:
      return exchange.withKeptToken === true ? unavailable(particulars) : misconfigured(particulars);
    case 403:
      return misconfigured(particulars);
    case 429:
      return unavailable(particulars);
    default:
      return rejected(particulars);
  }
}

function isKey<Table extends object>(table: Table, key: string): key is Extract<keyof Table, string> {
  return Object.hasOwn(table, key);
}
