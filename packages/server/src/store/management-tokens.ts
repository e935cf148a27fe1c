import type { Role } from '@switchyard/contract';
import type { ManagementToken } from '../domain/manage/management-token.ts';
import { registerCredential } from './callers.ts';
import type { Database, Statement, Transaction } from './database.ts';
import { before, type PageRequest, type PageRows, readPage } from './page.ts';

interface TokenRow {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly role: Role;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
}

const COLUMNS = 'id, label, hint, role, created_at, expires_at, revoked_at, last_used_at';

const insert: Statement<never> = {
  name: 'management-token-insert',
  text: `insert into switchyard.management_token (organisation_id, id, label, hint, role, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
};

const selectById: Statement<TokenRow> = {
  name: 'management-token-by-id',
  text: `select ${COLUMNS} from switchyard.management_token where organisation_id = $1 and id = $2`,
};

const selectPage: Statement<TokenRow> = {
  name: 'management-token-page',
  text: `select ${COLUMNS} from switchyard.management_token
    where organisation_id = $1 and id < $2 order by id desc limit $3`,
};

const selectForChange: Statement<TokenRow> = {
  name: 'management-token-for-change',
  text: `select ${COLUMNS} from switchyard.management_token where organisation_id = $1 and id = $2 for update`,
};

const revoke: Statement<never> = {
  name: 'management-token-revoke',
  text: 'update switchyard.management_token set revoked_at = $3 where organisation_id = $1 and id = $2',
};

export function insertManagementToken(
  tx: Transaction,
  organisationId: string,
  token: ManagementToken,
  hash: Buffer,
): void {
  const { id, label, hint, role, createdAt, expiresAt } = token;
  tx.send(insert, [organisationId, id, label, hint, role, createdAt, expiresAt ?? null]);
  registerCredential(tx, { hash, kind: 'token', organisationId, subjectId: id });
}

export async function listManagementTokens(
  db: Database,
  organisationId: string,
  request: PageRequest,
): Promise<PageRows<ManagementToken>> {
  const page = await readPage(request, {
    rows: (limit) =>
      db.readOfOrganisation(organisationId, selectPage, [organisationId, before(request), limit]),
    cursorExists: async (after) =>
      (await db.readOfOrganisation(organisationId, selectById, [organisationId, after])).length === 1,
  });
  return page.ok ? { ...page, rows: page.rows.map(tokenOf) } : page;
}

/** Nobody else changes the token until the transaction ends. */
export async function lockManagementToken(
  tx: Transaction,
  organisationId: string,
  id: string,
): Promise<ManagementToken | undefined> {
  const [row] = await tx.query(selectForChange, [organisationId, id]);
  return row === undefined ? undefined : tokenOf(row);
}

export function revokeManagementToken(tx: Transaction, organisationId: string, id: string, at: Date): void {
  tx.send(revoke, [organisationId, id, at]);
}

function tokenOf(row: TokenRow): ManagementToken {
  return {
    id: row.id,
    label: row.label,
    hint: row.hint,
    role: row.role,
    createdAt: row.created_at,
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    ...(row.revoked_at === null ? {} : { revokedAt: row.revoked_at }),
    ...(row.last_used_at === null ? {} : { lastUsedAt: row.last_used_at }),
  };
}
