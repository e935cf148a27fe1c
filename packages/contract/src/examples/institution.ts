import type { Institution } from '../schemas/institution.ts';
import { ids } from './ids.ts';

export const institution: Institution = {
  id: ids.institution,
  name: 'Deutsche Kreditbank',
  country: 'DE',
  providers: [
    { rail: 'truelayer', connection: ids.connection, roles: ['bank-link', 'payment'], rank: 1 },
    { rail: 'gocardless', connection: ids.otherConnection, roles: ['bank-link'], rank: 2 },
  ],
  restrictions: [
    {
      code: 'business_accounts_unsupported',
      explanation: {
        key: 'restriction.business_accounts',
        vars: { institution: 'Deutsche Kreditbank' },
        message: 'Business accounts of Deutsche Kreditbank cannot be linked.',
      },
    },
  ],
};
