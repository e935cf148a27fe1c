/** A bank, as all of an environment's connections together know it. */
import type { RailRole } from '@switchyard/engine';
import type { ProviderInstitution } from '@switchyard/rail-kit';

export interface Institution {
  readonly id: string;
  readonly name: string;
  readonly country: string;
  readonly logoUrl?: string;
  /** Who reaches it, the one to be preferred first. */
  readonly reach: readonly InstitutionReach[];
}

export interface InstitutionReach {
  readonly connectionId: string;
  readonly rail: string;
  /** The provider's own id of the bank. */
  readonly ref: string;
  readonly roles: readonly RailRole[];
  readonly restrictions: ProviderInstitution['restrictions'];
}

export interface InstitutionQuery {
  readonly country: string;
  readonly text?: string;
  readonly limit: number;
}
