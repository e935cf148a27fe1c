import { presentAccount } from '../presenters/account.ts';
import { presentPage } from '../presenters/page.ts';
import { listAccounts } from '../store/accounts.ts';
import type { Handler } from './operation.ts';

/** Newest first. A customer nobody knows has no accounts. */
export const listAccountsPage: Handler<'accounts.list'> = {
  kind: 'read',
  async run({ deps, keys }, { query }) {
    return presentPage(await listAccounts(deps.db, keys, query), presentAccount);
  },
};
