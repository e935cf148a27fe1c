import { checkExpiry } from './check-expiry.ts';
import { issueApiKey } from './issue-api-key.ts';
import type { ManageHandler } from './operation.ts';
import { presentApiKey } from './present-api-key.ts';

export const createApiKey: ManageHandler<'apiKeys.create'> = {
  kind: 'write',
  async run({ deps, environment, now }, tx, { body }) {
    const { label, allowedAddresses = [] } = body;
    const scopes = [...new Set(body.scopes)];
    const expiry = checkExpiry(body.expiresAt, now);
    if (!expiry.ok) return expiry;
    const terms = { label, scopes, allowedAddresses, ...expiry.value };
    const { key, secret } = issueApiKey(deps, tx, environment, terms, now);
    const summary = {
      label,
      scopes,
      allowedAddresses,
      expiresAt: expiry.value.expiresAt?.toISOString() ?? null,
    };
    return {
      ok: true,
      value: {
        output: { ...presentApiKey(key, now), secret },
        audit: { subject: key.id, summary },
      },
    };
  },
};
