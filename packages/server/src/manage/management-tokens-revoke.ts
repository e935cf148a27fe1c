import { fail } from '../domain/failure.ts';
import {
  lockManagementToken,
  revokeManagementToken as revokeStoredToken,
} from '../store/management-tokens.ts';
import type { ManageHandler } from './operation.ts';
import { presentManagementToken } from './present-management-token.ts';

export const revokeManagementToken: ManageHandler<'managementTokens.revoke'> = {
  kind: 'write',
  async run({ caller, now }, tx, { params }) {
    const token = await lockManagementToken(tx, caller.organisation.id, params.id);
    if (token === undefined) return fail('not_found', 'management_token.not_found', { param: 'id' });
    if (token.revokedAt !== undefined)
      return fail('state_conflict', 'management_token.revoked', { param: 'id' });
    revokeStoredToken(tx, caller.organisation.id, token.id, now);
    return {
      ok: true,
      value: {
        output: presentManagementToken({ ...token, revokedAt: now }, now),
        audit: { subject: token.id, summary: { label: token.label } },
      },
    };
  },
};
