import { presentPage } from '../presenters/page.ts';
import { listPolicies } from '../store/policies.ts';
import type { ManageHandler } from './operation.ts';
import { presentPolicy } from './present-policy.ts';

export const listPoliciesPage: ManageHandler<'policies.list'> = {
  kind: 'read',
  async run({ deps, environment }, { query }) {
    return presentPage(await listPolicies(deps.db, environment.id, query), presentPolicy);
  },
};
