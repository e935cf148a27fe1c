import { randomBytes } from 'node:crypto';
import { formatManagementToken } from '../domain/manage/management-secrets.ts';
import { hashSecret, SECRET_CHARS } from '../domain/secret-text.ts';
import { insertManagementToken } from '../store/management-tokens.ts';
import { checkExpiry } from './check-expiry.ts';
import type { ManageHandler } from './operation.ts';
import { presentManagementToken } from './present-management-token.ts';

export const createManagementToken: ManageHandler<'managementTokens.create'> = {
  kind: 'write',
  async run({ deps, caller, now }, tx, { body }) {
    const { label, role } = body;
    const expiry = checkExpiry(body.expiresAt, now);
    if (!expiry.ok) return expiry;
    const secret = formatManagementToken(randomBytes(SECRET_CHARS));
    const hint = secret.slice(-4);
    const token = { id: deps.newId('mtk_'), label, hint, role, createdAt: now, ...expiry.value };
    insertManagementToken(tx, caller.organisation.id, token, hashSecret(deps.pepper, secret));
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
