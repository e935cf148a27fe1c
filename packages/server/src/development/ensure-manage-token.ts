/** The management token of a development service: an owner's, made on the first start and handed out again ever after. */

import type { IdPrefix } from '../domain/ids.ts';
import { hashSecret } from '../domain/secret-text.ts';
import { issueManagementToken } from '../manage/issue-management-token.ts';
import { appendAuditEntry } from '../store/audit-log.ts';
import { findTokenCaller } from '../store/callers.ts';
import type { Database } from '../store/database.ts';

export interface ManageTokenDeps {
  readonly db: Database;
  readonly pepper: Buffer;
  readonly newId: (prefix: IdPrefix) => string;
  readonly now: () => number;
}

/** A kept token that can no longer be used is replaced. */
export async function ensureManageToken(
  deps: ManageTokenDeps,
  organisationId: string,
  kept: string | undefined,
): Promise<string> {
  const now = new Date(deps.now());
  if (kept !== undefined) {
    const caller = await findTokenCaller(deps.db, hashSecret(deps.pepper, kept), now);
    if (caller?.organisation.id === organisationId) return kept;
  }
  const terms = { label: 'Development', role: 'owner' } as const;
  return deps.db.organisationTransaction(organisationId, async (tx) => {
    const { token, secret } = issueManagementToken(deps, tx, organisationId, terms, now);
    appendAuditEntry(tx, organisationId, {
      id: deps.newId('aud_'),
      action: 'managementTokens.create',
      actor: { type: 'system' },
      subject: token.id,
      summary: { ...terms },
      createdAt: now,
    });
    return { commit: true, value: secret };
  });
}
