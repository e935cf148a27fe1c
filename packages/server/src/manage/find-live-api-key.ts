import type { Result } from '@switchyard/engine';
import { type Failure, fail } from '../domain/failure.ts';
import { standingOf } from '../domain/manage/standing.ts';
import { lockApiKey, type StoredApiKey } from '../store/api-keys.ts';
import type { Transaction } from '../store/database.ts';

/** A key that has not ended, held until the transaction ends. */
export async function findLiveApiKey(
  tx: Transaction,
  id: string,
  now: Date,
): Promise<Result<StoredApiKey, Failure>> {
  const key = await lockApiKey(tx, id);
  if (key === undefined) return fail('not_found', 'api_key.not_found', { param: 'id' });
  const standing = standingOf(key, now);
  if (standing === 'revoked') return fail('state_conflict', 'api_key.revoked', { param: 'id' });
  if (standing === 'expired') return fail('state_conflict', 'api_key.expired', { param: 'id' });
  return { ok: true, value: key };
}
