import { presentPage } from '../presenters/page.ts';
import { listEnvironmentsOf } from '../store/organisations.ts';
import type { ManageHandler } from './operation.ts';
import { presentEnvironment } from './present-environment.ts';

export const listEnvironments: ManageHandler<'environments.list'> = {
  kind: 'read',
  async run({ deps, caller }, { query }) {
    return presentPage(await listEnvironmentsOf(deps.db, caller.organisation.id, query), presentEnvironment);
  },
};
