import type { ManagementToken } from '../domain/manage/management-token.ts';
import { standingOf } from '../domain/manage/standing.ts';
import type { Presented } from './operation.ts';

export function presentManagementToken(
  token: ManagementToken,
  now: Date,
): Presented<'managementTokens.revoke'> {
  const { id, label, hint, role, expiresAt, revokedAt, lastUsedAt } = token;
  return {
    id,
    object: 'management_token',
    label,
    hint,
    role,
    status: standingOf(token, now),
    createdAt: token.createdAt.toISOString(),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() }),
    ...(revokedAt === undefined ? {} : { revokedAt: revokedAt.toISOString() }),
    ...(lastUsedAt === undefined ? {} : { lastUsedAt: lastUsedAt.toISOString() }),
  };
}
