/**
 * Whose doing an outcome was. Only what tells something of the rail may change what is believed of it: a person who
 * declines, or an account without money, would have failed over every other rail too.
 */
import { unreachable } from '../unreachable.ts';

/** How an outcome ended, in the words of the API. */
export type OutcomeStatus = 'succeeded' | 'failed' | 'cancelled';

/** What an outcome says of its rail. */
export type Attribution = 'success' | 'failure' | 'neutral';

/**
 * Failures that are nobody's but the payer's or the accounts': our own codes, the usual words of providers, and the
 * ISO 20022 reason codes that mean the same. In lower case; a code is compared without regard to case, and `-` reads as `_`.
 */
export const USER_CAUSED_FAILURE_CODES: readonly string[] = [
  // The payer decided against it, or walked away.
  'user_declined',
  'user_cancelled',
  'user_abandoned',
  'declined_by_user',
  'cancelled',
  'canceled',
  'abandoned',
  'expired',
  'authorization_expired',
  'authentication_expired',
  // The payer could not prove who they are.
  'wrong_credentials',
  'invalid_credentials',
  'authentication_failed',
  'sca_failed',
  'otp_failed',
  // Consent is the payer's to give and to take back.
  'consent_declined',
  'consent_rejected',
  'consent_revoked',
  'consent_expired',
  'consent_cancelled',
  'consent_required',
  // The account cannot do it, whoever asks.
  'insufficient_funds',
  'limit_exceeded',
  'account_closed',
  'account_blocked',
  'account_not_found',
  'invalid_account',
  'no_match',
  // ISO 20022: account wrong, invalid, closed, blocked, of a kind that may not.
  'ac01',
  'ac03',
  'ac04',
  'ac06',
  'ag01',
  // Amount over what is allowed, no funds, over the agreed amount.
  'am02',
  'am04',
  'am14',
  // Asked for by the customer; cancelled by an authorised user; end customer deceased.
  'cust',
  'ds02',
  'md07',
];

/** A failure whose code nobody knows counts against the rail: silence must not make a rail look better. */
export function attribute(status: OutcomeStatus, failureCode?: string): Attribution {
  switch (status) {
    case 'succeeded':
      return 'success';
    case 'cancelled':
      return 'neutral';
    case 'failed':
      return failureCode !== undefined && USER_CAUSED.has(normalise(failureCode)) ? 'neutral' : 'failure';
    default:
      return unreachable(status);
  }
}

const USER_CAUSED: ReadonlySet<string> = new Set(USER_CAUSED_FAILURE_CODES);

function normalise(failureCode: string): string {
  return failureCode.toLowerCase().replaceAll('-', '_');
}
