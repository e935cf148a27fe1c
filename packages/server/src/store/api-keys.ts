import type { EnvironmentMode } from '@switchyard/engine';
import type { ApiKey } from '../domain/api-key.ts';
import type { Database, Statement, Transaction } from './database.ts';
import { before, type PageRequest, type PageRows, readPage } from './page.ts';

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

/** A key as those who manage it see it. */
export interface StoredApiKey {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly allowedAddresses: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt?: Date;
  readonly revokedAt?: Date;
  readonly lastUsedAt?: Date;
  /** The key that it was rotated to. */
  readonly replacedBy?: string;
}

interface StoredRow {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly scopes: readonly string[];
  readonly allowed_addresses: readonly string[];
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  readonly replaced_by: string | null;
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

const COLUMNS = `id, label, hint, scopes, allowed_addresses, created_at, expires_at, revoked_at, last_used_at,
  replaced_by`;

const selectPage: Statement<StoredRow> = {
  name: 'api-key-page',
  text: `select ${COLUMNS} from switchyard.api_key
    where environment_id = $1 and id < $2 order by id desc limit $3`,
};

const selectCursor: Statement<{ readonly id: string }> = {
  name: 'api-key-cursor',
  text: 'select id from switchyard.api_key where environment_id = $1 and id = $2',
};

const selectForChange: Statement<StoredRow> = {
  name: 'api-key-for-change',
  text: `select ${COLUMNS} from switchyard.api_key where environment_id = $1 and id = $2 for update`,
};

const replaceKey: Statement<never> = {
  name: 'api-key-replace',
  text: `update switchyard.api_key set replaced_by = $3, expires_at = $4
    where environment_id = $1 and id = $2`,
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

/** The old key ends then. */
export function replaceApiKey(
  tx: Transaction,
  id: string,
  replacement: { readonly by: string; readonly expiresAt: Date },
): void {
  tx.send(replaceKey, [tx.environmentId, id, replacement.by, replacement.expiresAt]);
}

/** Nobody else changes the key until the transaction ends. */
export async function lockApiKey(tx: Transaction, id: string): Promise<StoredApiKey | undefined> {
  const [row] = await tx.query(selectForChange, [tx.environmentId, id]);
  return row === undefined ? undefined : storedOf(row);
}

/** Newest first. */
export async function listApiKeys(
  db: Database,
  environmentId: string,
  request: PageRequest,
): Promise<PageRows<StoredApiKey>> {
  const page = await readPage(request, {
    rows: (limit) => db.read(environmentId, selectPage, [environmentId, before(request), limit]),
    cursorExists: async (after) =>
      (await db.read(environmentId, selectCursor, [environmentId, after])).length === 1,
  });
  return page.ok ? { ...page, rows: page.rows.map(storedOf) } : page;
}

function storedOf(row: StoredRow): StoredApiKey {
  return {
    id: row.id,
    label: row.label,
    hint: row.hint,
    scopes: row.scopes,
    allowedAddresses: row.allowed_addresses,
    createdAt: row.created_at,
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at }),
    ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
    ...(row.replaced_by === null ? {} : { replacedBy: row.replaced_by }),
  };
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
