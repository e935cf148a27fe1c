/**
 * What the provider's words mean to us. Every documented word stands in a table; a word that does not is never success and
 * never the end of anything.
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
import { type Silence, silent, type TurnedDown } from '../calling/call.ts';
import { shortCode } from '../calling/short-code.ts';

/**
 * open: the user may not have approved yet. accepted: the bank has taken it on. The three of a cancellation say nothing of
 * the payment itself.
 */
export type PaymentStanding = 'open' | 'accepted' | 'rejected' | 'cancelled';

export const PAYMENT_STATUSES = {
  RCVD: 'open',
  PDNG: 'open',
  NULL: 'open',
  ACTC: 'accepted',
  ACCP: 'accepted',
  ACPT: 'accepted',
  ACSP: 'accepted',
  ACSC: 'accepted',
  ACCC: 'accepted',
  ACWC: 'accepted',
  ACWP: 'accepted',
  PART: 'accepted',
  PDCR: 'accepted',
  PACR: 'accepted',
  RJCR: 'accepted',
  ACCR: 'cancelled',
  CNCL: 'cancelled',
  RJCT: 'rejected',
} as const satisfies Readonly<Record<string, PaymentStanding>>;
export type PaymentStatus = keyof typeof PAYMENT_STATUSES;

export function standingOf(status: string): PaymentStanding | undefined {
  return Object.hasOwn(PAYMENT_STATUSES, status) ? PAYMENT_STATUSES[status as PaymentStatus] : undefined;
}

/** Completed on one account or both: as a final status these mean success at any bank. */
export const COMPLETED_STATUSES = ['ACSC', 'ACCC'] as const satisfies readonly PaymentStatus[];

/** With which some banks leave it; success only where the bank's entry in the directory says so. */
export const WEAKLY_FINAL_STATUSES = [
  'ACTC',
  'ACCP',
  'ACPT',
  'ACSP',
  'ACWC',
  'ACWP',
] as const satisfies readonly PaymentStatus[];

/** ISO 20022 reasons that say more than "the bank refused". */
const REFUSAL_BY_REASON: Readonly<Record<string, Refusal>> = {
  AM04: 'insufficient_funds',
  DS02: 'user_declined',
};

/** `declined` is what the user's return said, which explains a refusal and never makes one. */
export function refusedPayment(
  standing: 'rejected' | 'cancelled',
  reason: string | undefined,
  declined: boolean,
): Refused {
  const byReason = reason === undefined ? undefined : REFUSAL_BY_REASON[reason];
  const code =
    byReason ?? (declined ? 'user_declined' : standing === 'cancelled' ? 'cancelled' : 'bank_refused');
  return { kind: 'refused', code, ...shortCode(reason) };
}

export type SessionStanding = 'valid' | 'expired' | 'revoked' | 'pending';

export const SESSION_STATUSES = {
  AUTHORIZED: 'valid',
  EXPIRED: 'expired',
  REVOKED: 'revoked',
  CLOSED: 'revoked',
  CANCELLED: 'revoked',
  INVALID: 'revoked',
  PENDING_AUTHORIZATION: 'pending',
  RETURNED_FROM_BANK: 'pending',
} as const satisfies Readonly<Record<string, SessionStanding>>;

export function sessionStandingOf(status: string): SessionStanding | undefined {
  return Object.hasOwn(SESSION_STATUSES, status)
    ? SESSION_STATUSES[status as keyof typeof SESSION_STATUSES]
    : undefined;
}

/** `silence`: the bank behind the provider gave no clear answer. `session`: the consent, not the call, is at fault. */
export type ErrorMeaning =
  | { readonly as: 'failure'; readonly kind: Exclude<FailureKind, 'unknown_outcome'> }
  | { readonly as: 'refusal'; readonly code: Refusal }
  | { readonly as: 'silence' }
  | { readonly as: 'session'; readonly state: 'expired' | 'revoked' }
  | { readonly as: 'absent' };

const OUR_REQUEST: ErrorMeaning = { as: 'failure', kind: 'rejected' };
const OUR_SET_UP: ErrorMeaning = { as: 'failure', kind: 'misconfigured' };
const SILENCE: ErrorMeaning = { as: 'silence' };
const REVOKED: ErrorMeaning = { as: 'session', state: 'revoked' };

export const ERROR_CODES = {
  ACCESS_DENIED: OUR_SET_UP,
  ACCOUNT_DOES_NOT_EXIST: OUR_REQUEST,
  // The code was good once: its first answer was lost, and the user has to come again.
  ALREADY_AUTHORIZED: { as: 'refusal', code: 'expired' },
  ASPSP_ACCOUNT_NOT_ACCESSIBLE: { as: 'refusal', code: 'account_unusable' },
  ASPSP_ERROR: SILENCE,
  ASPSP_TIMEOUT: SILENCE,
  ASPSP_RATE_LIMIT_EXCEEDED: { as: 'failure', kind: 'unavailable' },
  AUTHORIZATION_NOT_PROVIDED: OUR_SET_UP,
  CLOSED_SESSION: REVOKED,
  DATE_TO_WITHOUT_DATE_FROM: OUR_REQUEST,
  DATE_FROM_IN_FUTURE: OUR_REQUEST,
  EXPIRED_AUTHORIZATION_CODE: { as: 'refusal', code: 'expired' },
  EXPIRED_SESSION: { as: 'session', state: 'expired' },
  INVALID_ACCOUNT_ID: OUR_REQUEST,
  INVALID_HOST: OUR_SET_UP,
  UNAUTHORIZED_IP: OUR_SET_UP,
  NO_ACCOUNTS_ADDED: OUR_SET_UP,
  PAYMENT_NOT_FOUND: { as: 'absent' },
  PSU_HEADER_NOT_PROVIDED: OUR_REQUEST,
  PSU_HEADER_INVALID: OUR_REQUEST,
  REDIRECT_URI_NOT_ALLOWED: OUR_SET_UP,
  REVOKED_SESSION: REVOKED,
  SESSION_DOES_NOT_EXIST: REVOKED,
  UNAUTHORIZED_ACCESS: OUR_SET_UP,
  UNTRUSTED_PAYMENT_PARTY: { as: 'refusal', code: 'provider_rejected' },
  WEBHOOK_URI_NOT_ALLOWED: OUR_SET_UP,
  WRONG_ASPSP_PROVIDED: { as: 'refusal', code: 'institution_unsupported' },
  WRONG_AUTHORIZATION_CODE: OUR_REQUEST,
  WRONG_DATE_INTERVAL: OUR_REQUEST,
  WRONG_CREDENTIALS_PROVIDED: OUR_REQUEST,
  WRONG_REQUEST_PARAMETERS: OUR_REQUEST,
  WRONG_SESSION_STATUS: OUR_REQUEST,
  WRONG_TRANSACTIONS_PERIOD: OUR_REQUEST,
  WRONG_CONTINUATION_KEY: OUR_REQUEST,
  TRANSACTION_DOES_NOT_EXIST: OUR_REQUEST,
  PAYMENT_LIMIT_EXCEEDED: { as: 'refusal', code: 'provider_rejected' },
  ASPSP_PAYMENT_NOT_ACCESSIBLE: SILENCE,
  INVALID_PAYMENT: OUR_REQUEST,
  ASPSP_PSU_ACTION_REQUIRED: OUR_REQUEST,
  PAYMENT_NOT_FINALIZED: OUR_REQUEST,
} as const satisfies Readonly<Record<string, ErrorMeaning>>;

export function errorCodeOf({ body }: TurnedDown): string | undefined {
  const code = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  return typeof code === 'string' ? code : undefined;
}

export function meaningOf(turnedDown: TurnedDown): ErrorMeaning {
  const code = errorCodeOf(turnedDown);
  if (code !== undefined && Object.hasOwn(ERROR_CODES, code))
    return ERROR_CODES[code as keyof typeof ERROR_CODES];
  return turnedDown.status === 401 || turnedDown.status === 403 ? OUR_SET_UP : OUR_REQUEST;
}

/** The step that a 4xx is, on a call that asks for something to be done. */
export function stepOf(turnedDown: TurnedDown, silence: Silence): Failed | Refused {
  const meaning = meaningOf(turnedDown);
  if (meaning.as !== 'refusal') return failureOf(turnedDown, silence);
  return { kind: 'refused', code: meaning.code, ...shortCode(errorCodeOf(turnedDown)) };
}

/** The same on a call that only asks: a refusal to answer refuses nothing that was asked about. */
export function failureOf(turnedDown: TurnedDown, silence: Silence = 'nothing'): Failed {
  const meaning = meaningOf(turnedDown);
  const code = shortCode(errorCodeOf(turnedDown));
  if (meaning.as === 'silence') return { ...silent(silence, turnedDown.status), ...code };
  const failure = meaning.as === 'failure' ? FAILURES[meaning.kind] : rejected;
  return failure({ httpStatus: turnedDown.status, ...code });
}

const FAILURES = { unavailable, rejected, misconfigured };

/** What the user came back with instead of a code. The words are OAuth's. */
export function refusedReturn(error: string): Refused {
  const code = error === 'access_denied' ? 'user_declined' : 'provider_rejected';
  return { kind: 'refused', code, ...shortCode(error) };
}
