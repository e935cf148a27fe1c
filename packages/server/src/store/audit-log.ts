/**
 * The audit log. The database chains an entry to the one before it when it is appended, under the lock of the chain's head; it
 * lets nobody change one. Appending goes last in a transaction, because the head is held until its end.
 */
import {
  type AuditEntry,
  type AuditLink,
  type AuditRecord,
  auditBody,
  readAuditBody,
} from '../domain/manage/audit.ts';
import type { Database, Statement, Transaction } from './database.ts';
import type { PageRequest, PageRows } from './page.ts';

interface EntryRow {
  readonly sequence: string;
  readonly body: string;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

const COLUMNS = 'sequence, body, previous_hash, hash';

const append: Statement<never> = {
  name: 'audit-append',
  text: 'select switchyard.append_audit_entry($1, $2)',
};

const selectSequence: Statement<{ readonly sequence: string }> = {
  name: 'audit-sequence',
  text: 'select sequence from switchyard.audit_entry where organisation_id = $1 and id = $2',
};

const selectPage: Statement<EntryRow> = {
  name: 'audit-page',
  text: `select ${COLUMNS} from switchyard.audit_entry
    where organisation_id = $1 and sequence < $2 order by sequence desc limit $3`,
};

const selectPageOfEnvironment: Statement<EntryRow> = {
  name: 'audit-page-of-environment',
  text: `select ${COLUMNS} from switchyard.audit_entry
    where organisation_id = $1 and environment_id = $4 and sequence < $2 order by sequence desc limit $3`,
};

const selectUpwards: Statement<EntryRow> = {
  name: 'audit-upwards',
  text: `select ${COLUMNS} from switchyard.audit_entry
    where organisation_id = $1 and sequence > $2 order by sequence limit $3`,
};

const selectHead: Statement<{ readonly sequence: string; readonly hash: Buffer }> = {
  name: 'audit-head',
  text: 'select sequence, hash from switchyard.audit_head where organisation_id = $1',
};

/** Above every sequence there can be. */
const NO_END = '9223372036854775807';

export function appendAuditEntry(tx: Transaction, organisationId: string, record: AuditRecord): void {
  tx.send(append, [organisationId, auditBody(record)]);
}

/** Newest first. */
export async function listAuditEntries(
  db: Database,
  organisationId: string,
  request: PageRequest & { readonly environment?: string },
): Promise<PageRows<AuditEntry>> {
  let below = NO_END;
  if (request.after !== undefined) {
    const [cursor] = await db.readOfOrganisation(organisationId, selectSequence, [
      organisationId,
      request.after,
    ]);
    if (cursor === undefined) return { ok: false, error: 'unknown_cursor' };
    below = cursor.sequence;
  }
  const { environment } = request;
  const values = [organisationId, below, request.limit + 1];
  const rows =
    environment === undefined
      ? await db.readOfOrganisation(organisationId, selectPage, values)
      : await db.readOfOrganisation(organisationId, selectPageOfEnvironment, [...values, environment]);
  return { ok: true, rows: rows.slice(0, request.limit).map(entryOf), hasMore: rows.length > request.limit };
}

/** The next links of the chain above a place, oldest first. */
export async function readAuditLinks(
  db: Database,
  organisationId: string,
  above: number,
  limit: number,
): Promise<readonly AuditLink[]> {
  const rows = await db.readOfOrganisation(organisationId, selectUpwards, [organisationId, above, limit]);
  return rows.map(linkOf);
}

/** Where the chain ends; undefined while there is none. */
export async function findAuditHead(
  db: Database,
  organisationId: string,
): Promise<{ readonly sequence: number; readonly hash: Buffer } | undefined> {
  const [row] = await db.readOfOrganisation(organisationId, selectHead, [organisationId]);
  return row === undefined ? undefined : { sequence: Number(row.sequence), hash: row.hash };
}

function linkOf({ sequence, body, previous_hash, hash }: EntryRow): AuditLink {
  return { sequence: Number(sequence), body, previousHash: previous_hash, hash };
}

function entryOf(row: EntryRow): AuditEntry {
  const { body, ...place } = linkOf(row);
  return { ...readAuditBody(body), ...place };
}
