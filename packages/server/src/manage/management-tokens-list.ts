import { presentPage } from '../presenters/page.ts';
import { listManagementTokens } from '../store/management-tokens.ts';
import type { ManageHandler } from './operation.ts';
import { presentManagementToken } from './present-management-token.ts';

export const listManagementTokensPage: ManageHandler<'managementTokens.list'> = {
  kind: 'read',
  async run({ deps, caller, now }, { query }) {
    const page = await listManagementTokens(deps.db, caller.organisation.id, query);
    return presentPage(page, (token) => presentManagementToken(token, now));
  },
};
