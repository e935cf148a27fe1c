import { fail } from '../domain/failure.ts';
import { presentAccount } from '../presenters/account.ts';
import { findAccount } from '../store/accounts.ts';
import type { Handler } from './operation.ts';

export const getAccount: Handler<'accounts.get'> = {
  kind: 'read',
  async run({ deps, keys }, { params }) {
    const account = await findAccount(deps.db, keys, params.id);
    if (account === undefined) return fail('not_found', 'account.not_found', { param: 'id' });
    return { ok: true, value: presentAccount(account) };
  },
};
