import { fail } from '../domain/failure.ts';
import { replaceApiKey } from '../store/api-keys.ts';
import { findLiveApiKey } from './find-live-api-key.ts';
import { issueApiKey } from './issue-api-key.ts';
import type { ManageHandler } from './operation.ts';
import { presentApiKey } from './present-api-key.ts';

const HOUR_MS = 60 * 60 * 1000;

/** The old key keeps its own end where that comes first. */
export const rotateApiKey: ManageHandler<'apiKeys.rotate'> = {
  kind: 'write',
  async run({ deps, environment, now }, tx, { params, body }) {
    const found = await findLiveApiKey(tx, params.id, now);
    if (!found.ok) return found;
    const old = found.value;
    if (old.replacedBy !== undefined) return fail('state_conflict', 'api_key.rotated', { param: 'id' });
    const overlapEnd = now.getTime() + body.overlapHours * HOUR_MS;
    const oldExpiresAt = new Date(Math.min(overlapEnd, old.expiresAt?.getTime() ?? overlapEnd));
    const { label, scopes, allowedAddresses, expiresAt } = old;
    const terms = { label, scopes, allowedAddresses, ...(expiresAt === undefined ? {} : { expiresAt }) };
    const { key, secret } = issueApiKey(deps, tx, environment, terms, now);
    replaceApiKey(tx, old.id, { by: key.id, expiresAt: oldExpiresAt });
    return {
      ok: true,
      value: {
        output: { ...presentApiKey(key, now), secret },
        audit: {
          subject: old.id,
          summary: { replacedBy: key.id, expiresAt: oldExpiresAt.toISOString() },
        },
      },
    };
  },
};
