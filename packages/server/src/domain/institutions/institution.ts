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

/** What is known of banks, in memory; looking something up waits for nothing but the first load. */
export interface Directory {
  find(environmentId: string, id: string): Promise<Institution | undefined>;
  findByRef(environmentId: string, connectionId: string, ref: string): Promise<Institution | undefined>;
  search(environmentId: string, query: InstitutionQuery): Promise<readonly Institution[]>;
  /** What is at hand is known to be old: it serves on until the new one is there. */
  forget(environmentId: string): void;
}

export interface InstitutionQuery {
  readonly country: string;
  readonly text?: string;
  readonly limit: number;
}
