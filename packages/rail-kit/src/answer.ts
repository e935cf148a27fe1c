/**
 * What a rail answers. Everything a provider can do to us is a value with a `kind`, never an exception: an adapter that
 * throws has a bug.
 *
 * A `refused` operation was heard and turned down, by the user, the bank or the provider's own rules about this user or
 * payment: final, and nobody's fault. A failure (`failures.ts`) says that the call itself did not work.
 */
import type { Action } from './action.ts';
import type { Json } from './json.ts';

/** `memo` is what the rail needs to go on; the host stores it sealed and hands it back, and never looks inside. */
export interface RequiresAction {
  readonly kind: 'requires_action';
  readonly action: Action;
  readonly memo: Json;
  /** When the provider stops waiting for the user. */
  readonly expiresAtMs?: number;
  /** By what the provider's webhooks call it. */
  readonly ref?: string;
}

export interface Processing {
  readonly kind: 'processing';
  readonly memo: Json;
  readonly pollAfterMs: number;
  readonly ref?: string;
  /** The provider's own word for where it stands. */
  readonly providerStatus?: string;
}

export interface Done<Result> {
  readonly kind: 'done';
  readonly result: Result;
}

export const REFUSALS = [
  'user_declined',
  'expired',
  'insufficient_funds',
  'bank_refused',
  'provider_rejected',
  'returned',
  'institution_required',
  'institution_unsupported',
  'account_unusable',
  'cancelled',
] as const;
export type Refusal = (typeof REFUSALS)[number];

export interface Refused {
  readonly kind: 'refused';
  readonly code: Refusal;
  /** The provider's own short code. Never its message, which may hold personal data. */
  readonly providerCode?: string;
}

/** The provider says that it does not know the operation. Whether that proves anything is for the host to judge. */
export interface Absent {
  readonly kind: 'absent';
}

export type FailureKind = 'unavailable' | 'rejected' | 'misconfigured' | 'unknown_outcome';

/**
 * unavailable: nothing happened there and it may be tried again. rejected: the provider refused the request for good.
 * misconfigured: it refused us (credentials, permissions), so every call will fail alike. unknown_outcome: it may have
 * happened; only asking will tell.
 */
export interface Failed {
  readonly kind: FailureKind;
  readonly providerCode?: string;
  readonly httpStatus?: number;
  readonly retryAfterMs?: number;
}
