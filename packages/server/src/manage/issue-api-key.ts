/** Makes an API key and hands its text out, once. */
import { randomBytes } from 'node:crypto';
import { API_VERSION } from '@switchyard/engine';
import { formatApiKey, hashApiKey, SECRET_CHARS } from '../domain/api-key.ts';
import type { Environment } from '../domain/environment.ts';
import type { IdPrefix } from '../domain/ids.ts';
import { insertApiKey, type StoredApiKey } from '../store/api-keys.ts';
import type { Transaction } from '../store/database.ts';

export interface ApiKeyTerms {
  readonly label: string;
  readonly scopes: readonly string[];
  readonly allowedAddresses: readonly string[];
  readonly expiresAt?: Date;
}

export function issueApiKey(
  deps: { readonly pepper: Buffer; readonly newId: (prefix: IdPrefix) => string },
  tx: Transaction,
  { mode }: Pick<Environment, 'mode'>,
  terms: ApiKeyTerms,
  now: Date,
): { readonly key: StoredApiKey; readonly secret: string } {
  const secret = formatApiKey(mode, randomBytes(SECRET_CHARS));
  const key = {
    ...terms,
    id: deps.newId('key_'),
    hint: secret.slice(-4),
    apiVersion: API_VERSION,
    createdAt: now,
  };
  insertApiKey(tx, { ...key, hash: hashApiKey(deps.pepper, secret) });
  return { key, secret };
}
