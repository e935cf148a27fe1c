import { institution } from '../examples/institution.ts';
import { defineOperation } from '../operation.ts';
import { InstitutionList, InstitutionQuery } from '../schemas/institution.ts';

export const listInstitutions = defineOperation({
  name: 'institutions.list',
  method: 'GET',
  path: '/v1/institutions',
  successStatus: 200,
  tag: 'Institutions',
  summary: 'List institutions',
  description:
    "Banks reachable through your environment's connections in a country, those that can be linked first, then by " +
    'name. Each names the connections that reach it, in the order of your policy, and what does not work there.',
  cacheable: true,
  query: InstitutionQuery,
  output: InstitutionList,
  examples: { query: { country: 'DE', q: 'kreditbank', limit: 10 }, response: { data: [institution] } },
});
