import type { EnvironmentMode } from '@switchyard/engine';
import type { ApiKey } from '../domain/api-key.ts';
import type { Database, Statement, Transaction } from './database.ts';

export interface NewApiKey {
  readonly id: string;
  readonly label: string;
  /** The last characters of the key's text, so that people can tell keys apart. */
  readonly hint: string;
  readonly hash: Buffer;
  readonly scopes: readonly string[];
  readonly apiVersion: string;
  readonly allowedAddresses?: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt?: Date;
}

interface ApiKeyRow {
  readonly key_id: string;
  readonly environment_id: string;
  readonly organisation_id: string;
  readonly mode: EnvironmentMode;
  readonly scopes: readonly string[];
  readonly api_version: string;
  readonly allowed_addresses: readonly string[];
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
}

const insertKey: Statement<never> = {
  name: 'api-key-insert',
  text: `insert into switchyard.api_key
      (environment_id, id, label, hint, scopes, api_version, allowed_addresses, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

const registerKey: Statement<never> = {
  name: 'api-key-register',
  text: 'select switchyard.register_api_key($1, $2, $3)',
};

const revokeKey: Statement<{ readonly id: string }> = {
  name: 'api-key-revoke',
  text: `update switchyard.api_key set revoked_at = $3
    where environment_id = $1 and id = $2 and revoked_at is null returning id`,
};

const findKey: Statement<ApiKeyRow> = {
  name: 'api-key-find',
  text: 'select * from switchyard.find_api_key($1)',
};

export function insertApiKey(tx: Transaction, key: NewApiKey): void {
  tx.send(insertKey, [
    tx.environmentId,
    key.id,
    key.label,
    key.hint,
    key.scopes,
    key.apiVersion,
    key.allowedAddresses ?? [],
    key.createdAt,
    key.expiresAt ?? null,
  ]);
  tx.send(registerKey, [key.hash, tx.environmentId, key.id]);
}

export async function revokeApiKey(tx: Transaction, id: string, at: Date): Promise<boolean> {
  return (await tx.query(revokeKey, [tx.environmentId, id, at])).length === 1;
}

export async function findApiKey(db: Database, hash: Buffer): Promise<ApiKey | undefined> {
  const [row] = await db.call(findKey, [hash]);
  if (row === undefined) return undefined;
  return {
    id: row.key_id,
    environmentId: row.environment_id,
    organisationId: row.organisation_id,
    mode: row.mode,
    scopes: row.scopes,
    apiVersion: row.api_version,
    allowedAddresses: row.allowed_addresses,
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at }),
  };
}
