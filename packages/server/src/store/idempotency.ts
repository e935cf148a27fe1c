/**
 * Idempotency-Key rows. A claim is an insert: the second request with the same key waits on the first one's
 * transaction, then finds the answer it left. If the first one's transaction ends without a commit, its claim is
 * gone with everything else it did. A write whose answer is known beforehand inserts claim and answer as one row.
 */
import { DATA_KEY_COLUMNS, type DataKeyColumns, dataKeyOf } from './data-keys.ts';
import type { Statement, Transaction, Writer } from './database.ts';
import { isLockTimeout } from './database-error.ts';
import type { DataKey, EnvironmentKeys } from './keyring.ts';

export interface IdempotencyClaim {
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly now: Date;
}

/** An answer about to be kept, and whose key seals it. */
export interface KeptResponse {
  readonly subjectId: string;
  readonly dataKey: DataKey;
  readonly status: number;
  readonly body: string;
}

export interface StoredResponse {
  readonly fingerprint: Buffer;
  readonly status: number;
  /** Undefined when whom it tells of has been erased. */
  readonly body?: string;
}

export const IDEMPOTENCY_RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

interface StoredRow extends DataKeyColumns {
  readonly fingerprint: Buffer;
  readonly status: number;
  readonly response: Buffer;
}

const claimKey: Statement<{ readonly key: string }> = {
  name: 'idempotency-claim',
  text: `insert into switchyard.idempotency_key as held (environment_id, key, fingerprint, created_at, expires_at)
    values ($1, $2, $3, $4, $5)
    on conflict (environment_id, key) do update
      set fingerprint = excluded.fingerprint, subject_id = null, resource_id = null, status = null, response = null,
        created_at = excluded.created_at, expires_at = excluded.expires_at
      where held.expires_at <= excluded.created_at
    returning key`,
};

const insertAnswered: Statement<never> = {
  name: 'idempotency-insert-answered',
  text: `insert into switchyard.idempotency_key
      (environment_id, key, fingerprint, created_at, expires_at, subject_id, status, response)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`,
};

const selectStored: Statement<StoredRow> = {
  name: 'idempotency-stored',
  text: `select i.fingerprint, i.status, i.response, ${DATA_KEY_COLUMNS}
    from switchyard.idempotency_key i
    join switchyard.data_key k on k.environment_id = i.environment_id and k.subject_id = i.subject_id
    where i.environment_id = $1 and i.key = $2 and i.response is not null`,
};

const storeResponse: Statement<never> = {
  name: 'idempotency-store',
  text: `update switchyard.idempotency_key set subject_id = $3, status = $4, response = $5
    where environment_id = $1 and key = $2`,
};

const nameResource: Statement<never> = {
  name: 'idempotency-name-resource',
  text: `update switchyard.idempotency_key set subject_id = $3, resource_id = $4
    where environment_id = $1 and key = $2`,
};

const selectNamed: Statement<{
  readonly fingerprint: Buffer;
  readonly subject_id: string | null;
  readonly resource_id: string | null;
  readonly created_at: Date;
}> = {
  name: 'idempotency-named-claim',
  text: `select fingerprint, subject_id, resource_id, created_at from switchyard.idempotency_key
    where environment_id = $1 and key = $2 and expires_at > $3`,
};

/** `answered`: somebody answered under this key before. `in_flight`: somebody is at it and takes too long to wait for. */
export type ClaimVerdict = 'claimed' | 'answered' | 'in_flight';

export async function claimIdempotencyKey(tx: Transaction, claim: IdempotencyClaim): Promise<ClaimVerdict> {
  try {
    const rows = await tx.query(claimKey, claimValues(tx, claim));
    return rows.length === 1 ? 'claimed' : 'answered';
  } catch (error) {
    if (isLockTimeout(error)) return 'in_flight';
    throw error;
  }
}

/** Claims a key that is thought to be new, and answers under it at once. Where it is taken, the write fails. */
export function insertAnsweredKey(writer: Writer, claim: IdempotencyClaim, response: KeptResponse): void {
  writer.send(insertAnswered, [...claimValues(writer, claim), ...responseValues(claim.key, response)]);
}

export async function findStoredResponse(
  tx: Transaction,
  keys: EnvironmentKeys,
  key: string,
): Promise<StoredResponse | undefined> {
  const [row] = await tx.query(selectStored, [tx.environmentId, key]);
  if (row === undefined) return undefined;
  if (row.key_wrapped === null) return { fingerprint: row.fingerprint, status: row.status };
  const body = dataKeyOf(keys, row).open('idempotency_key', 'response', key, row.response).toString();
  return { fingerprint: row.fingerprint, status: row.status, body };
}

export function storeIdempotentResponse(writer: Writer, key: string, response: KeptResponse): void {
  writer.send(storeResponse, [writer.environmentId, key, ...responseValues(key, response)]);
}

function claimValues(writer: Writer, { key, fingerprint, now }: IdempotencyClaim): readonly unknown[] {
  const expiresAt = new Date(now.getTime() + IDEMPOTENCY_RETENTION_MS);
  return [writer.environmentId, key, fingerprint, now, expiresAt];
}

function responseValues(key: string, { subjectId, dataKey, status, body }: KeptResponse): readonly unknown[] {
  return [subjectId, status, dataKey.seal('idempotency_key', 'response', key, Buffer.from(body))];
}

/** What a claim that has been committed before its answer stands for. */
export interface NamedClaim {
  readonly fingerprint: Buffer;
  readonly subjectId?: string;
  readonly resource?: string;
  readonly createdAt: Date;
}

export function nameClaimedResource(
  tx: Transaction,
  key: string,
  named: { readonly resource: string; readonly subjectId: string },
): void {
  tx.send(nameResource, [tx.environmentId, key, named.subjectId, named.resource]);
}

export async function findNamedClaim(
  tx: Transaction,
  key: string,
  now: Date,
): Promise<NamedClaim | undefined> {
  const [row] = await tx.query(selectNamed, [tx.environmentId, key, now]);
  if (row === undefined) return undefined;
  return {
    fingerprint: row.fingerprint,
    ...(row.subject_id === null ? {} : { subjectId: row.subject_id }),
    ...(row.resource_id === null ? {} : { resource: row.resource_id }),
    createdAt: row.created_at,
  };
}
