import type { InstitutionDirectory } from '@switchyard/rail-kit';
import type { BerlinGroupCredentials } from './credentials.ts';

/** A directory of one, from the connection's own settings: the standard has none. */
export function createInstitutions(credentials: BerlinGroupCredentials): InstitutionDirectory {
  const { bank_name: name, bank_country: country, bank_bic: bic } = credentials;
  return {
    async list(input) {
      if (input.country !== undefined && input.country !== country)
        return { kind: 'done', result: { institutions: [] } };
      const bank = {
        ref: bic,
        name,
        country,
        bic,
        roles: ['bank-link', 'payment'],
        restrictions: [],
      } as const;
      return { kind: 'done', result: { institutions: [bank] } };
    },
  };
}
