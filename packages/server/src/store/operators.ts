/** Operators. Their e-mails and names stand here only sealed; an e-mail is found by its hash (`callers.ts`). */
import type { Role } from '@switchyard/contract';
import type { Operator, OperatorProfile } from '../domain/manage/operator.ts';
import type { Database, Statement, Transaction } from './database.ts';
import type { DataKey } from './keyring.ts';
import { before, type PageRequest, type PageRows, readPage } from './page.ts';

export interface OperatorColumns {
  readonly id: string;
  readonly role: Role;
  readonly status: Operator['status'];
  readonly profile: Buffer;
  readonly last_signed_in_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = 'id, role, status, profile, last_signed_in_at, created_at, updated_at';

const insert: Statement<never> = {
  name: 'operator-insert',
  text: `insert into switchyard.operator
      (organisation_id, id, role, status, profile, password_hash, created_at, updated_at)
    values ($1, $2, $3, 'active', $4, $5, $6, $6)`,
};

const selectById: Statement<OperatorColumns> = {
  name: 'operator-by-id',
  text: `select ${COLUMNS} from switchyard.operator where organisation_id = $1 and id = $2`,
};

const selectForChange: Statement<OperatorColumns> = {
  name: 'operator-for-change',
  text: `select ${COLUMNS} from switchyard.operator where organisation_id = $1 and id = $2 for update`,
};

const selectPage: Statement<OperatorColumns> = {
  name: 'operator-page',
  text: `select ${COLUMNS} from switchyard.operator where organisation_id = $1 and id < $2 order by id desc limit $3`,
};

const selectPasswordHash: Statement<{ readonly password_hash: string }> = {
  name: 'operator-password-hash',
  text: `select password_hash from switchyard.operator
    where organisation_id = $1 and id = $2 and status = 'active'`,
};

const lockOwners: Statement<{ readonly id: string }> = {
  name: 'operator-owners',
  text: `select id from switchyard.operator
    where organisation_id = $1 and role = 'owner' and status = 'active' order by id for update`,
};

const selectAnyOwner: Statement<{ readonly id: string }> = {
  name: 'operator-any-owner',
  text: `select id from switchyard.operator where organisation_id = $1 and role = 'owner' limit 1`,
};

const changeStanding: Statement<never> = {
  name: 'operator-change-standing',
  text: `update switchyard.operator set role = $3, status = $4, updated_at = $5
    where organisation_id = $1 and id = $2`,
};

const changePassword: Statement<never> = {
  name: 'operator-change-password',
  text: `update switchyard.operator set password_hash = $3, updated_at = $4
    where organisation_id = $1 and id = $2`,
};

const noteSignIn: Statement<never> = {
  name: 'operator-signed-in',
  text: 'update switchyard.operator set last_signed_in_at = $3 where organisation_id = $1 and id = $2',
};

/** One operator's place: every statement here needs both. */
export interface OperatorPlace {
  readonly organisationId: string;
  readonly operatorId: string;
}

export type NewOperator = Pick<Operator, 'id' | 'role' | 'profile' | 'createdAt'> & {
  readonly passwordHash: string;
};

export function insertOperator(
  tx: Transaction,
  key: DataKey,
  organisationId: string,
  operator: NewOperator,
): void {
  const { id, role, profile, passwordHash, createdAt } = operator;
  const sealed = key.seal('operator', 'profile', id, Buffer.from(JSON.stringify(profile)));
  tx.send(insert, [organisationId, id, role, sealed, passwordHash, createdAt]);
}

/** Nobody else changes the operator until the transaction ends. */
export async function lockOperator(
  tx: Transaction,
  key: DataKey,
  { organisationId, operatorId }: OperatorPlace,
): Promise<Operator | undefined> {
  const [row] = await tx.query(selectForChange, [organisationId, operatorId]);
  return row === undefined ? undefined : operatorOf(key, row);
}

export async function listOperators(
  db: Database,
  key: DataKey,
  organisationId: string,
  request: PageRequest,
): Promise<PageRows<Operator>> {
  const page = await readPage(request, {
    rows: (limit) =>
      db.readOfOrganisation(organisationId, selectPage, [organisationId, before(request), limit]),
    cursorExists: async (after) =>
      (await db.readOfOrganisation(organisationId, selectById, [organisationId, after])).length === 1,
  });
  return page.ok ? { ...page, rows: page.rows.map((row) => operatorOf(key, row)) } : page;
}

/** Undefined for whoever is not there or is disabled. */
export async function findPasswordHash(
  db: Database,
  { organisationId, operatorId }: OperatorPlace,
): Promise<string | undefined> {
  const [row] = await db.readOfOrganisation(organisationId, selectPasswordHash, [organisationId, operatorId]);
  return row?.password_hash;
}

/** The active owners, held until the transaction ends, so that two who leave at once do not both see the other stay. */
export async function lockActiveOwners(tx: Transaction, organisationId: string): Promise<readonly string[]> {
  return (await tx.query(lockOwners, [organisationId])).map(({ id }) => id);
}

/** Whether there is one, disabled or not. */
export async function hasOwner(db: Database, organisationId: string): Promise<boolean> {
  return (await db.readOfOrganisation(organisationId, selectAnyOwner, [organisationId])).length === 1;
}

export function changeOperatorStanding(
  tx: Transaction,
  { organisationId, operatorId }: OperatorPlace,
  change: { readonly role: Role; readonly status: Operator['status']; readonly at: Date },
): void {
  tx.send(changeStanding, [organisationId, operatorId, change.role, change.status, change.at]);
}

export function changePasswordHash(
  tx: Transaction,
  { organisationId, operatorId }: OperatorPlace,
  change: { readonly passwordHash: string; readonly at: Date },
): void {
  tx.send(changePassword, [organisationId, operatorId, change.passwordHash, change.at]);
}

export function noteOperatorSignedIn(
  tx: Transaction,
  { organisationId, operatorId }: OperatorPlace,
  at: Date,
): void {
  tx.send(noteSignIn, [organisationId, operatorId, at]);
}

export function operatorOf(key: DataKey, row: OperatorColumns): Operator {
  const plain = key.open('operator', 'profile', row.id, row.profile);
  return {
    id: row.id,
    role: row.role,
    status: row.status,
    // What was sealed here is an OperatorProfile: `insertOperator` is its only writer, and the seal proves it.
    profile: JSON.parse(plain.toString()) as OperatorProfile,
    ...(row.last_signed_in_at === null ? {} : { lastSignedInAt: row.last_signed_in_at }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
