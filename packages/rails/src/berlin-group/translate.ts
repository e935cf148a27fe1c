/**
 * What the standard's words mean to us. Every documented word stands in a table; banks may add words of their own, and one
 * that stands in no table is never success and never the end of anything.
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
import type { TurnedDown } from '../calling/call.ts';
import { shortCode } from '../calling/short-code.ts';

/**
 * open: the user may not have approved yet, for banks check a payment before they ask. accepted: it is being executed.
 * ACSP is one of these, unless the bank leaves it there.
 */
export type PaymentStanding = 'open' | 'accepted' | 'settled' | 'rejected' | 'cancelled';

export const TRANSACTION_STATUSES = {
  RCVD: 'open',
  PDNG: 'open',
  PATC: 'open',
  ACTC: 'open',
  ACCP: 'open',
  ACFC: 'open',
  ACSP: 'accepted',
  ACWC: 'accepted',
  ACWP: 'accepted',
  PART: 'accepted',
  ACSC: 'settled',
  ACCC: 'settled',
  RJCT: 'rejected',
  CANC: 'cancelled',
} as const satisfies Readonly<Record<string, PaymentStanding>>;

export const SETTLED_STATUSES = ['ACSC', 'ACCC'] as const;

export function standingOf(status: string, acspIsFinal: boolean): PaymentStanding | undefined {
  if (status === 'ACSP' && acspIsFinal) return 'settled';
  return Object.hasOwn(TRANSACTION_STATUSES, status)
    ? TRANSACTION_STATUSES[status as keyof typeof TRANSACTION_STATUSES]
    : undefined;
}

export type ConsentStanding = 'open' | 'valid' | 'rejected' | 'expired' | 'revoked';

export const CONSENT_STATUSES = {
  received: 'open',
  partiallyAuthorised: 'open',
  valid: 'valid',
  rejected: 'rejected',
  expired: 'expired',
  revokedByPsu: 'revoked',
  terminatedByTpp: 'revoked',
} as const satisfies Readonly<Record<string, ConsentStanding>>;

export function consentStandingOf(status: string): ConsentStanding | undefined {
  return Object.hasOwn(CONSENT_STATUSES, status)
    ? CONSENT_STATUSES[status as keyof typeof CONSENT_STATUSES]
    : undefined;
}

/** `consent`: not the call but the consent is at fault. */
export type ErrorMeaning =
  | { readonly as: 'failure'; readonly kind: Exclude<FailureKind, 'unknown_outcome'> }
  | { readonly as: 'refusal'; readonly code: Refusal }
  | { readonly as: 'consent'; readonly state: 'expired' | 'revoked' }
  | { readonly as: 'absent' };

const OUR_REQUEST: ErrorMeaning = { as: 'failure', kind: 'rejected' };
const OUR_SET_UP: ErrorMeaning = { as: 'failure', kind: 'misconfigured' };

/** The codes of the implementation guidelines for what is called here. */
export const MESSAGE_CODES = {
  CERTIFICATE_INVALID: OUR_SET_UP,
  CERTIFICATE_EXPIRED: OUR_SET_UP,
  CERTIFICATE_BLOCKED: OUR_SET_UP,
  CERTIFICATE_REVOKED: OUR_SET_UP,
  CERTIFICATE_MISSING: OUR_SET_UP,
  SIGNATURE_INVALID: OUR_SET_UP,
  SIGNATURE_MISSING: OUR_SET_UP,
  ROLE_INVALID: OUR_SET_UP,
  TOKEN_UNKNOWN: OUR_SET_UP,
  TOKEN_INVALID: OUR_SET_UP,
  TOKEN_EXPIRED: OUR_SET_UP,
  FORMAT_ERROR: OUR_REQUEST,
  PARAMETER_NOT_CONSISTENT: OUR_REQUEST,
  PARAMETER_NOT_SUPPORTED: OUR_REQUEST,
  PSU_CREDENTIALS_INVALID: OUR_REQUEST,
  CORPORATE_ID_INVALID: OUR_REQUEST,
  SERVICE_INVALID: OUR_REQUEST,
  SERVICE_BLOCKED: { as: 'refusal', code: 'bank_refused' },
  CONSENT_UNKNOWN: { as: 'consent', state: 'revoked' },
  CONSENT_INVALID: { as: 'consent', state: 'revoked' },
  CONSENT_EXPIRED: { as: 'consent', state: 'expired' },
  RESOURCE_UNKNOWN: { as: 'absent' },
  RESOURCE_EXPIRED: OUR_REQUEST,
  RESOURCE_BLOCKED: OUR_REQUEST,
  TIMESTAMP_INVALID: OUR_REQUEST,
  PERIOD_INVALID: OUR_REQUEST,
  SCA_METHOD_UNKNOWN: OUR_REQUEST,
  SCA_INVALID: OUR_REQUEST,
  STATUS_INVALID: OUR_REQUEST,
  ACCESS_EXCEEDED: { as: 'failure', kind: 'unavailable' },
  REQUESTED_FORMATS_INVALID: OUR_REQUEST,
  SESSIONS_NOT_SUPPORTED: OUR_REQUEST,
  PRODUCT_INVALID: { as: 'refusal', code: 'account_unusable' },
  PRODUCT_UNKNOWN: { as: 'refusal', code: 'institution_unsupported' },
  PAYMENT_FAILED: { as: 'refusal', code: 'bank_refused' },
  FUNDS_NOT_AVAILABLE: { as: 'refusal', code: 'insufficient_funds' },
  KID_MISSING: OUR_REQUEST,
  EXECUTION_DATE_INVALID: OUR_REQUEST,
  CANCELLATION_INVALID: OUR_REQUEST,
} as const satisfies Readonly<Record<string, ErrorMeaning>>;

/** Banks answer with `tppMessages`, of which the first error counts, or with a problem of RFC 7807 that has a `code`. */
export function messageCodeOf({ body }: TurnedDown): string | undefined {
  const { tppMessages, code } = fieldsOf(body);
  const messages = Array.isArray(tppMessages) ? tppMessages.map(fieldsOf) : [];
  const first = messages.find(({ category }) => category === 'ERROR') ?? messages[0];
  const found = first?.code ?? code;
  return typeof found === 'string' ? found : undefined;
}

export function meaningOf(turnedDown: TurnedDown): ErrorMeaning {
  const code = messageCodeOf(turnedDown);
  if (code !== undefined && Object.hasOwn(MESSAGE_CODES, code))
    return MESSAGE_CODES[code as keyof typeof MESSAGE_CODES];
  return turnedDown.status === 401 || turnedDown.status === 403 ? OUR_SET_UP : OUR_REQUEST;
}

/** The step that a 4xx is, on a call that asks for something to be done. */
export function stepOf(turnedDown: TurnedDown): Failed | Refused {
  const meaning = meaningOf(turnedDown);
  if (meaning.as !== 'refusal') return failureOf(turnedDown);
  return { kind: 'refused', code: meaning.code, ...shortCode(messageCodeOf(turnedDown)) };
}

/** The same on a call that only asks: a refusal to answer refuses nothing that was asked about. */
export function failureOf(turnedDown: TurnedDown): Failed {
  const meaning = meaningOf(turnedDown);
  const failure = meaning.as === 'failure' ? FAILURES[meaning.kind] : rejected;
  return failure({ httpStatus: turnedDown.status, ...shortCode(messageCodeOf(turnedDown)) });
}

const FAILURES = { unavailable, rejected, misconfigured };

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
