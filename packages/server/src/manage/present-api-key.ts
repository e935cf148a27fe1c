import { standingOf } from '../domain/manage/standing.ts';
import type { StoredApiKey } from '../store/api-keys.ts';
import type { Presented } from './operation.ts';

export function presentApiKey(key: StoredApiKey, now: Date): Presented<'apiKeys.revoke'> {
  const { id, label, hint, scopes, allowedAddresses, expiresAt, revokedAt, lastUsedAt, replacedBy } = key;
  return {
    id,
    object: 'api_key',
    label,
    hint,
    scopes,
    allowedAddresses,
    status: standingOf(key, now),
    createdAt: key.createdAt.toISOString(),
    ...(expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() }),
    ...(revokedAt === undefined ? {} : { revokedAt: revokedAt.toISOString() }),
    ...(lastUsedAt === undefined ? {} : { lastUsedAt: lastUsedAt.toISOString() }),
    ...(replacedBy === undefined ? {} : { replacedBy }),
  };
}
