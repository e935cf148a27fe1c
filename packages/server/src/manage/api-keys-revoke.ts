import { revokeApiKey as revokeStoredApiKey } from '../store/api-keys.ts';
import { findLiveApiKey } from './find-live-api-key.ts';
import type { ManageHandler } from './operation.ts';
import { presentApiKey } from './present-api-key.ts';

export const revokeApiKey: ManageHandler<'apiKeys.revoke'> = {
  kind: 'write',
  async run({ now }, tx, { params }) {
    const found = await findLiveApiKey(tx, params.id, now);
    if (!found.ok) return found;
    const key = found.value;
    await revokeStoredApiKey(tx, key.id, now);
    return {
      ok: true,
      value: {
        output: presentApiKey({ ...key, revokedAt: now }, now),
        audit: { subject: key.id, summary: { label: key.label } },
      },
    };
  },
};
