/** Makes a management token and hands its text out, once. */
import { randomBytes } from 'node:crypto';
import type { IdPrefix } from '../domain/ids.ts';
import { formatManagementToken } from '../domain/manage/management-secrets.ts';
import type { ManagementToken } from '../domain/manage/management-token.ts';
import { hashSecret, SECRET_CHARS } from '../domain/secret-text.ts';
import type { Transaction } from '../store/database.ts';
import { insertManagementToken } from '../store/management-tokens.ts';

export type TokenTerms = Pick<ManagementToken, 'label' | 'role' | 'expiresAt'>;

export function issueManagementToken(
  deps: { readonly pepper: Buffer; readonly newId: (prefix: IdPrefix) => string },
  tx: Transaction,
  organisationId: string,
  terms: TokenTerms,
  now: Date,
): { readonly token: ManagementToken; readonly secret: string } {
  const secret = formatManagementToken(randomBytes(SECRET_CHARS));
  const token = { ...terms, id: deps.newId('mtk_'), hint: secret.slice(-4), createdAt: now };
  insertManagementToken(tx, organisationId, token, hashSecret(deps.pepper, secret));
  return { token, secret };
}
