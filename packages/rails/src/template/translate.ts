/**
 * The provider's words in ours. Pure, and exhaustive: every word that is documented stands in a table. One that does not is
 * never success, and never proof that nothing happened.
 */
import { type Failed, misconfigured, type Refusal, rejected } from '@switchyard/rail-kit';
import type { TurnedDown } from '../calling/call.ts';
import { shortCode } from '../calling/short-code.ts';

export type PayoutStanding = 'processing' | 'done' | 'failed';

export const PAYOUT_STATUSES = {
  accepted: 'processing',
  sent: 'processing',
  paid: 'done',
  failed: 'failed',
  returned: 'failed',
} as const satisfies Readonly<Record<string, PayoutStanding>>;

export const SETTLED_STATUSES = ['paid'] as const satisfies readonly (keyof typeof PAYOUT_STATUSES)[];

/** A new word of theirs is looked at again later, until somebody has put it into the table. */
export function standingOf(status: string): PayoutStanding {
  return Object.hasOwn(PAYOUT_STATUSES, status)
    ? PAYOUT_STATUSES[status as keyof typeof PAYOUT_STATUSES]
    : 'processing';
}

export const FAILURE_CODES = {
  balance_too_low: 'insufficient_funds',
  account_closed: 'bank_refused',
  returned_by_bank: 'returned',
} as const satisfies Readonly<Record<string, Refusal>>;

export function refusalOf(code: string | null | undefined): Refusal {
  return typeof code === 'string' && Object.hasOwn(FAILURE_CODES, code)
    ? FAILURE_CODES[code as keyof typeof FAILURE_CODES]
    : 'provider_rejected';
}

/** A 4xx: the provider has heard the request and turned it down. */
export function failureOf({ status, body }: TurnedDown): Failed {
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  const particulars = { httpStatus: status, ...shortCode(typeof code === 'string' ? code : undefined) };
  return status === 401 || status === 403 ? misconfigured(particulars) : rejected(particulars);
}
