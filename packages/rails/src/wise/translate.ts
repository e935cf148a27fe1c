/**
 * Wise's words in ours. Pure, and exhaustive: every word Wise documents stands in a table below. A word that does not is
 * never taken for success, nor for proof that nothing happened.
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
import { shortCode } from '../calling/short-code.ts';
import type { Unheard } from './api/exchange.ts';

/** `cancelled` is the end of a transfer that was never funded; of one that was, the money is still on its way back. */
export type TransferStanding = 'unfunded' | 'processing' | 'done' | 'cancelled' | 'refunded';

/**
 * The way is `incoming_payment_waiting → processing → funds_converted → outgoing_payment_sent`; when the payee's bank sends
 * the money back, it goes on `bounced_back → processing → cancelled → funds_refunded`. A transfer may also go back a state.
 */
export const TRANSFER_STATES = {
  incoming_payment_waiting: 'unfunded',
  incoming_payment_initiated: 'processing',
  processing: 'processing',
  funds_converted: 'processing',
  waiting_recipient_input_to_proceed: 'processing',
  outgoing_payment_sent: 'done',
  bounced_back: 'processing',
  cancelled: 'cancelled',
  funds_refunded: 'refunded',
  charged_back: 'refunded',
  unknown: 'processing',
} as const satisfies Readonly<Record<string, TransferStanding>>;

export const SETTLED_STATES = ['outgoing_payment_sent'] as const;

export function standingOf(state: string): TransferStanding {
  return isKey(TRANSFER_STATES, state) ? TRANSFER_STATES[state] : 'processing';
}

export const FUNDING_STATUSES = {
  COMPLETED: 'funded',
  REJECTED: 'rejected',
} as const satisfies Readonly<Record<string, 'funded' | 'rejected'>>;

/** Undefined for a word that Wise does not document: then nobody knows whether the money has moved. */
export function fundingOf(status: string): 'funded' | 'rejected' | undefined {
  return isKey(FUNDING_STATUSES, status) ? FUNDING_STATUSES[status] : undefined;
}

export const FUNDING_ERRORS = {
  'transfer.insufficient_funds': 'insufficient_funds',
} as const satisfies Readonly<Record<string, Refusal>>;

export function refusalForFunding(errorCode: string | null | undefined): Refused {
  const known = typeof errorCode === 'string' && isKey(FUNDING_ERRORS, errorCode);
  const code = known ? FUNDING_ERRORS[errorCode] : 'provider_rejected';
  return { kind: 'refused', code, ...shortCode(errorCode) };
}

/** A call that moves no money: whatever went wrong, none has moved. */
export function failedRead(unheard: Unheard): Failed {
  return failureOf(unheard, 'unavailable');
}

/** A call that may have moved money, or have stopped it. */
export function failedWrite(unheard: Unheard): Failed {
  return failureOf(unheard, 'unknown_outcome');
}

function failureOf(unheard: Unheard, unclear: FailureKind): Failed {
  switch (unheard.kind) {
    case 'not_connected':
      return unavailable();
    case 'unclear':
      return { kind: unclear, ...particularsOf(unheard) };
    case 'refused':
      break;
  }
  const particulars = particularsOf(unheard);
  switch (unheard.httpStatus) {
    case 401:
    case 403:
      return misconfigured(particulars);
    case 409:
      return { kind: unclear, ...particulars };
    case 429:
      return unavailable(particulars);
    default:
      return rejected(particulars);
  }
}

function isKey<Table extends object>(table: Table, key: string): key is Extract<keyof Table, string> {
  return Object.hasOwn(table, key);
}
