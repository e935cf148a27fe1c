import type { RailRole } from '@switchyard/engine';

/** An account money can be paid to or from: linked through a provider, or registered from details a payee gave. */
export interface Account {
  readonly id: string;
  readonly customerId?: string;
  readonly source: AccountSource;
  readonly status: AccountStatus;
  readonly scheme: string;
  readonly masked: string;
  readonly country?: string;
  readonly institutionId?: string;
  readonly assets: readonly string[];
  /** The connections it has been linked through, while what the user granted them holds. */
  readonly rails: readonly AccountRail[];
  /** Equal for equal addresses of one environment, and telling nothing of them. */
  readonly fingerprint: string;
  readonly details: AccountDetails;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface AccountRail {
  readonly rail: string;
  readonly connectionId: string;
  readonly roles: readonly RailRole[];
  readonly consentExpiresAt?: Date;
}

export type AccountSource = 'linked' | 'registered';
export type AccountStatus = 'active' | 'reauth_required' | 'closed';

/** What is personal in an account besides its address, and therefore sealed. */
export interface AccountDetails {
  readonly holderName: string;
  readonly metadata: Readonly<Record<string, string>>;
}
