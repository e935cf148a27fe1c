/** The management token of a development service: an owner's, made on the first start and handed out again ever after. */
import { randomBytes } from 'node:crypto';
import { formatManagementToken } from '../domain/manage/management-secrets.ts';
import { hashSecret, SECRET_CHARS } from '../domain/secret-text.ts';
import { appendAuditEntry } from '../store/audit-log.ts';
import { findTokenCaller } from '../store/callers.ts';
import { insertManagementToken } from '../store/management-tokens.ts';
import type { MoveInDeps } from './move-in.ts';

/** A kept token that can no longer be used is replaced. */
export async function ensureManageToken(
  deps: MoveInDeps,
  organisationId: string,
  kept: string | undefined,
): Promise<string> {
  const now = new Date(deps.now());
  if (kept !== undefined) {
    const caller = await findTokenCaller(deps.db, hashSecret(deps.pepper, kept), now);
    if (caller?.organisation.id === organisationId) return kept;
  }
  const text = formatManagementToken(randomBytes(SECRET_CHARS));
  const token = {
    id: deps.newId('mtk_'),
    label: 'Development',
    hint: text.slice(-4),
    role: 'owner',
    createdAt: now,
  } as const;
  await deps.db.organisationTransaction(organisationId, async (tx) => {
    insertManagementToken(tx, organisationId, token, hashSecret(deps.pepper, text));
    appendAuditEntry(tx, organisationId, {
      id: deps.newId('aud_'),
      action: 'managementTokens.create',
      actor: { type: 'system' },
      subject: token.id,
      summary: { role: token.role, label: token.label },
      createdAt: now,
    });
    return { commit: true, value: undefined };
  });
  return text;
}
