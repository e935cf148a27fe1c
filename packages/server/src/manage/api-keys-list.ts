import { presentPage } from '../presenters/page.ts';
import { listApiKeys } from '../store/api-keys.ts';
import type { ManageHandler } from './operation.ts';
import { presentApiKey } from './present-api-key.ts';

export const listApiKeysPage: ManageHandler<'apiKeys.list'> = {
  kind: 'read',
  async run({ deps, environment, now }, { query }) {
    const page = await listApiKeys(deps.db, environment.id, query);
    return presentPage(page, (key) => presentApiKey(key, now));
  },
};
