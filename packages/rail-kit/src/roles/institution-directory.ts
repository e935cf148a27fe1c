import type { RailRole } from '@switchyard/engine';
import type { Done, Failed } from '../answer.ts';

export interface InstitutionDirectory {
  /** One page of what the provider knows. Without `after`, the first. */
  list(input: { readonly country?: string; readonly after?: string }): Promise<Done<DirectoryPage> | Failed>;
}

export interface DirectoryPage {
  readonly institutions: readonly ProviderInstitution[];
  /** Give it back as `after`; absent on the last page. */
  readonly next?: string;
}

export interface ProviderInstitution {
  /** The provider's own id, or what it wants in place of one. */
  readonly ref: string;
  readonly name: string;
  readonly country: string;
  readonly bic?: string;
  /** National codes: a sort code prefix, a Bankleitzahl, a routing number. */
  readonly nationalCodes?: readonly string[];
  readonly logoUrl?: string;
  readonly roles: readonly RailRole[];
  readonly restrictions: readonly InstitutionRestriction[];
}

/** `unhealthy`: the provider itself reports trouble. `psu_headers`: the bank wants the user's device context. */
export interface InstitutionRestriction {
  readonly code:
    | 'beta'
    | 'business_only'
    | 'personal_only'
    | 'unhealthy'
    | 'psu_headers'
    | 'no_payments'
    | 'no_linking';
  readonly vars: Readonly<Record<string, string>>;
}
