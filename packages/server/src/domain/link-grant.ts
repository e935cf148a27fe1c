import type { Json } from '@switchyard/rail-kit';

/** What a user granted to a connection when an account was linked. Linking again makes another one. */
export interface LinkGrant {
  readonly id: string;
  readonly connectionId: string;
  readonly customerId: string;
  readonly status: GrantStatus;
  /** Tokens; never shown, never logged. */
  readonly secret: Json;
  readonly consentExpiresAt?: Date;
}

export type GrantStatus = 'valid' | 'expired' | 'revoked';
