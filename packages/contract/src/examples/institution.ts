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
      code: 'personal_only',
      explanation: {
        key: 'restriction.personal_only',
        vars: { rail: 'gocardless' },
        message: 'Only personal accounts of this bank can be reached over gocardless.',
      },
    },
  ],
};
