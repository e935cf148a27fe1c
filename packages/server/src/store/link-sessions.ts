import type { Channel } from '@switchyard/engine';
import type {
  LinkCandidate,
  LinkDetails,
  LinkFailure,
  LinkSession,
  LinkSessionStatus,
  StoredExplanation,
} from '../domain/link-session/link-session.ts';
import { DATA_KEY_COLUMNS, type DataKeyColumns, dataKeyOf } from './data-keys.ts';
import type { Database, Statement, Transaction } from './database.ts';
import type { DataKey, EnvironmentKeys } from './keyring.ts';

interface LinkSessionRow extends DataKeyColumns {
  readonly id: string;
  readonly customer_id: string;
  readonly country: string;
  readonly institution_id: string | null;
  readonly rail: string;
  readonly connection_id: string;
  readonly channel: Channel;
  readonly status: LinkSessionStatus;
  readonly explanation: StoredExplanation;
  readonly candidates: readonly LinkCandidate[];
  readonly account_ids: readonly string[];
  readonly failure: LinkFailure | null;
  readonly details: Buffer;
  readonly revision: number;
  readonly expires_at: Date;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = `s.id, s.customer_id, s.country, s.institution_id, s.rail, s.connection_id, s.channel, s.status,
  s.explanation, s.candidates, s.account_ids, s.failure, s.details, s.revision, s.expires_at, s.created_at, s.updated_at,
  ${DATA_KEY_COLUMNS}`;
const FROM = `switchyard.link_session s
  join switchyard.data_key k on k.environment_id = s.environment_id and k.subject_id = s.customer_id
    and k.wrapped is not null`;

const insert: Statement<never> = {
  name: 'link-session-insert',
  text: `insert into switchyard.link_session (environment_id, id, customer_id, country, institution_id, rail, connection_id,
      channel, status, explanation, candidates, details, expires_at, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
};

const selectById: Statement<LinkSessionRow> = {
  name: 'link-session-by-id',
  text: `select ${COLUMNS} from ${FROM} where s.environment_id = $1 and s.id = $2`,
};

const selectForUpdate: Statement<LinkSessionRow> = {
  name: 'link-session-for-update',
  text: `select ${COLUMNS} from ${FROM} where s.environment_id = $1 and s.id = $2 for update of s`,
};

const selectByRef: Statement<{ readonly id: string }> = {
  name: 'link-session-by-ref',
  text: `select id from switchyard.link_session
    where environment_id = $1 and connection_id = $2 and provider_ref = $3`,
};

const update: Statement<{ readonly id: string }> = {
  name: 'link-session-update',
  text: `update switchyard.link_session
    set status = $4, rail = $5, connection_id = $6, explanation = $7, candidates = $8, account_ids = $9, failure = $10,
      details = $11, provider_ref = coalesce($12, provider_ref), expires_at = $13, updated_at = $14, revision = revision + 1
    where environment_id = $1 and id = $2 and revision = $3 and status in ('requires_action', 'processing')
    returning id`,
};

export function insertLinkSession(tx: Transaction, dataKey: DataKey, session: LinkSession): void {
  tx.send(insert, [
    tx.environmentId,
    session.id,
    session.customerId,
    session.country,
    session.institutionId ?? null,
    session.rail,
    session.connectionId,
    session.channel,
    session.status,
    JSON.stringify(session.explanation),
    JSON.stringify(session.candidates),
    sealDetails(dataKey, session),
    session.expiresAt,
    session.createdAt,
  ]);
}

export async function findLinkSession(
  db: Database,
  keys: EnvironmentKeys,
  id: string,
): Promise<LinkSession | undefined> {
  const [row] = await db.read(keys.environmentId, selectById, [keys.environmentId, id]);
  return row === undefined ? undefined : sessionOf(row, dataKeyOf(keys, row));
}

/** Locked, and with the key that seals it, for whoever goes on to change it. */
export async function loadLinkSession(
  tx: Transaction,
  keys: EnvironmentKeys,
  id: string,
): Promise<{ readonly session: LinkSession; readonly dataKey: DataKey } | undefined> {
  const [row] = await tx.query(selectForUpdate, [tx.environmentId, id]);
  if (row === undefined) return undefined;
  const dataKey = dataKeyOf(keys, row);
  return { session: sessionOf(row, dataKey), dataKey };
}

export async function findLinkSessionByRef(
  tx: Transaction,
  keys: EnvironmentKeys,
  connectionId: string,
  ref: string,
): Promise<string | undefined> {
  const [row] = await tx.query(selectByRef, [tx.environmentId, connectionId, refOf(keys, connectionId, ref)]);
  return row?.id;
}

/** False when the session is no longer what the caller saw: nothing has been written then. */
export async function changeLinkSession(
  tx: Transaction,
  keys: EnvironmentKeys,
  dataKey: DataKey,
  changed: LinkSession,
  ref?: string,
): Promise<boolean> {
  const rows = await tx.query(update, [
    tx.environmentId,
    changed.id,
    changed.revision,
    changed.status,
    changed.rail,
    changed.connectionId,
    JSON.stringify(changed.explanation),
    JSON.stringify(changed.candidates),
    changed.accountIds,
    changed.failure === undefined ? null : JSON.stringify(changed.failure),
    sealDetails(dataKey, changed),
    ref === undefined ? null : refOf(keys, changed.connectionId, ref),
    changed.expiresAt,
    changed.updatedAt,
  ]);
  return rows.length === 1;
}

/** Providers' references can be tokens; only their fingerprints are kept to search by. */
export function refOf(keys: EnvironmentKeys, connectionId: string, ref: string): Buffer {
  return keys.fingerprint('provider_ref', `${connectionId}|${ref}`);
}

function sealDetails(dataKey: DataKey, session: LinkSession): Buffer {
  return dataKey.seal('link_session', 'details', session.id, Buffer.from(JSON.stringify(session.details)));
}

function sessionOf(row: LinkSessionRow, dataKey: DataKey): LinkSession {
  const plain = dataKey.open('link_session', 'details', row.id, row.details);
  return {
    id: row.id,
    customerId: row.customer_id,
    country: row.country,
    ...(row.institution_id === null ? {} : { institutionId: row.institution_id }),
    rail: row.rail,
    connectionId: row.connection_id,
    channel: row.channel,
    status: row.status,
    explanation: row.explanation,
    candidates: row.candidates,
    accountIds: row.account_ids,
    ...(row.failure === null ? {} : { failure: row.failure }),
    // What was sealed here is LinkDetails: this module is the only writer, and the seal proves it.
    details: JSON.parse(plain.toString()) as LinkDetails,
    revision: row.revision,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
