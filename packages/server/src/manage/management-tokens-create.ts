import { checkExpiry } from './check-expiry.ts';
import { issueManagementToken } from './issue-management-token.ts';
import type { ManageHandler } from './operation.ts';
import { presentManagementToken } from './present-management-token.ts';

export const createManagementToken: ManageHandler<'managementTokens.create'> = {
  kind: 'write',
  async run({ deps, caller, now }, tx, { body }) {
    const { label, role } = body;
    const expiry = checkExpiry(body.expiresAt, now);
    if (!expiry.ok) return expiry;
    const terms = { label, role, ...expiry.value };
    const { token, secret } = issueManagementToken(deps, tx, caller.organisation.id, terms, now);
    const summary = { label, role, expiresAt: expiry.value.expiresAt?.toISOString() ?? null };
    return {
      ok: true,
      value: {
        output: { ...presentManagementToken(token, now), secret },
        audit: { subject: token.id, summary },
      },
    };
  },
};
