/**
 * Plaid's words for how things stand, as ours. Pure tables: every status the API description documents has its line, and
 * a word that has none is taken as "not decided yet", never as success.
 */
import type { Refusal, SettlementScheme } from '@switchyard/rail-kit';
import type { Authorization, Transfer } from './api/transfer.ts';

export type Standing =
  | { readonly kind: 'awaiting_user' }
  | { readonly kind: 'processing' }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly code: Refusal };

const awaitingUser: Standing = { kind: 'awaiting_user' };
const processing: Standing = { kind: 'processing' };
const done: Standing = { kind: 'done' };
const refused = (code: Refusal): Standing => ({ kind: 'refused', code });

/**
 * Payment Initiation. The payer's bank has accepted the payment at INITIATED, and in many countries nothing more is ever
 * heard of it; EXECUTED says that the money has left. Neither says that it has arrived. ESTABLISHED and COMPLETED belong to
 * standing orders, which are never asked for; UNKNOWN, PROCESSING and COMPLETED are deprecated.
 */
export const PAYMENT_STATUSES = {
  PAYMENT_STATUS_INPUT_NEEDED: awaitingUser,
  PAYMENT_STATUS_AUTHORISING: processing,
  PAYMENT_STATUS_INITIATED: done,
  PAYMENT_STATUS_EXECUTED: done,
  PAYMENT_STATUS_SETTLED: done,
  PAYMENT_STATUS_INSUFFICIENT_FUNDS: refused('insufficient_funds'),
  PAYMENT_STATUS_FAILED: refused('provider_rejected'),
  PAYMENT_STATUS_BLOCKED: refused('provider_rejected'),
  PAYMENT_STATUS_REJECTED: refused('bank_refused'),
  PAYMENT_STATUS_CANCELLED: refused('user_declined'),
  PAYMENT_STATUS_ESTABLISHED: processing,
  PAYMENT_STATUS_COMPLETED: processing,
  PAYMENT_STATUS_PROCESSING: processing,
  PAYMENT_STATUS_UNKNOWN: processing,
} as const satisfies Readonly<Record<string, Standing>>;

export function paymentStanding(status: string): Standing {
  return lookUp(PAYMENT_STATUSES, status) ?? processing;
}

/**
 * Transfer. A debit has settled when the bank has paid, but only `funds_available` lets the money be used; a credit that
 * has settled is in the payee's account.
 */
export const TRANSFER_STATUSES = {
  pending: { debit: processing, credit: processing },
  posted: { debit: processing, credit: processing },
  settled: { debit: processing, credit: done },
  funds_available: { debit: done, credit: done },
  cancelled: { debit: refused('cancelled'), credit: refused('cancelled') },
  failed: { debit: refused('bank_refused'), credit: refused('bank_refused') },
  returned: { debit: refused('returned'), credit: refused('returned') },
} as const satisfies Readonly<Record<string, Readonly<Record<Transfer['type'], Standing>>>>;

export function transferStanding(status: string, type: Transfer['type']): Standing {
  return lookUp(TRANSFER_STATUSES, status)?.[type] ?? processing;
}

/** Why a transfer was not authorised. Codes of approved ones say only that a risk check could not be made. */
export const DECLINE_REASONS = {
  NSF: 'insufficient_funds',
  RISK: 'provider_rejected',
  TRANSFER_LIMIT_REACHED: 'provider_rejected',
} as const satisfies Readonly<Record<string, Refusal>>;

/** Undefined when the transfer may go on. A user must first mend the link where Plaid asks for an action. */
export function authorizationRefusal({ decision, decision_rationale }: Authorization): Refusal | undefined {
  if (decision === 'approved') return undefined;
  if (decision === 'user_action_required') return 'account_unusable';
  return lookUp(DECLINE_REASONS, decision_rationale?.code ?? '') ?? 'provider_rejected';
}

/** How a user left Link without an account, where that says more than that they left. */
const EXIT_STATUSES: Readonly<Record<string, Refusal>> = {
  institution_not_found: 'institution_unsupported',
  institution_not_supported: 'institution_unsupported',
};
const EXIT_ERRORS: Readonly<Record<string, Refusal>> = {
  NO_ACCOUNTS: 'account_unusable',
  NO_AUTH_ACCOUNTS: 'account_unusable',
  INSTITUTION_NOT_SUPPORTED: 'institution_unsupported',
  INSTITUTION_NOT_FOUND: 'institution_unsupported',
  UNSUPPORTED_INSTITUTION: 'institution_unsupported',
};

export function exitRefusal(exit: {
  readonly status?: string | null | undefined;
  readonly errorCode?: string | undefined;
  readonly errorType?: string | undefined;
}): Refusal {
  return (
    lookUp(EXIT_ERRORS, exit.errorCode ?? '') ??
    lookUp(EXIT_STATUSES, exit.status ?? '') ??
    (exit.errorType === 'INSTITUTION_ERROR' ? 'bank_refused' : 'user_declined')
  );
}

/** What an Item's error means for the consent behind it. Errors that are not listed are about something else. */
export const CONSENT_ERRORS = {
  ITEM_LOGIN_REQUIRED: 'expired',
  ACCESS_NOT_GRANTED: 'revoked',
  USER_PERMISSION_REVOKED: 'revoked',
  USER_ACCOUNT_REVOKED: 'revoked',
  ITEM_NOT_FOUND: 'revoked',
  INVALID_ACCESS_TOKEN: 'revoked',
} as const satisfies Readonly<Record<string, 'expired' | 'revoked'>>;

export function consentError(code: string | undefined): 'expired' | 'revoked' | undefined {
  return lookUp(CONSENT_ERRORS, code ?? '');
}

interface InitiationScheme {
  readonly scheme: string;
  readonly currency: string;
}

/** Plaid names four schemes for all countries; which one `LOCAL_` means follows from the currency. */
export const INITIATION_SCHEMES = {
  'gb-fps': { scheme: 'LOCAL_DEFAULT', currency: 'GBP' },
  'sepa-sct': { scheme: 'SEPA_CREDIT_TRANSFER', currency: 'EUR' },
  'sepa-sct-inst': { scheme: 'SEPA_CREDIT_TRANSFER_INSTANT', currency: 'EUR' },
  'pl-elixir': { scheme: 'LOCAL_DEFAULT', currency: 'PLN' },
  'pl-express-elixir': { scheme: 'LOCAL_INSTANT', currency: 'PLN' },
  'se-bankgirot': { scheme: 'LOCAL_DEFAULT', currency: 'SEK' },
  'se-rix-inst': { scheme: 'LOCAL_INSTANT', currency: 'SEK' },
} as const satisfies Partial<Record<SettlementScheme, InitiationScheme>>;

export function initiationScheme(scheme: SettlementScheme): InitiationScheme | undefined {
  return lookUp(INITIATION_SCHEMES, scheme);
}

/** Instant payments go from the Ledger to an account and not the other way. */
export const DEBIT_NETWORKS = {
  'us-ach': 'ach',
  'us-ach-same-day': 'same-day-ach',
} as const satisfies Partial<Record<SettlementScheme, string>>;
export const CREDIT_NETWORKS = { ...DEBIT_NETWORKS, 'us-rtp': 'rtp' } as const satisfies Partial<
  Record<SettlementScheme, string>
>;

export function transferNetwork(type: Transfer['type'], scheme: SettlementScheme): string | undefined {
  return type === 'debit' ? lookUp(DEBIT_NETWORKS, scheme) : lookUp(CREDIT_NETWORKS, scheme);
}

/** Only a table's own lines: a provider that says `constructor` says nothing we know. */
function lookUp<Value>(table: Readonly<Record<string, Value>>, word: string): Value | undefined {
  return Object.hasOwn(table, word) ? table[word] : undefined;
}
