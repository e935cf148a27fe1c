import type { Database, Statement, Transaction } from './database.ts';

export interface NewSession {
  readonly id: string;
  readonly operatorId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** From where, by a keyed hash. */
  readonly place: Buffer;
}

const insert: Statement<never> = {
  name: 'operator-session-insert',
  text: `insert into switchyard.operator_session
      (organisation_id, id, operator_id, last_seen_at, created_at, expires_at, place)
    values ($1, $2, $3, $4, $4, $5, $6)`,
};

const findPlace: Statement<{ readonly known: boolean }> = {
  name: 'operator-session-known-place',
  text: 'select switchyard.is_known_place($1, $2) as known',
};

const end: Statement<never> = {
  name: 'operator-session-end',
  text: `update switchyard.operator_session set ended_at = $3
    where organisation_id = $1 and id = $2 and ended_at is null`,
};

const endOthers: Statement<never> = {
  name: 'operator-session-end-others',
  text: `update switchyard.operator_session set ended_at = $3
    where organisation_id = $1 and operator_id = $2 and ended_at is null and id is distinct from $4`,
};

export function insertSession(tx: Transaction, organisationId: string, session: NewSession): void {
  const { id, operatorId, createdAt, expiresAt, place } = session;
  tx.send(insert, [organisationId, id, operatorId, createdAt, expiresAt, place]);
}

export function endSession(tx: Transaction, organisationId: string, id: string, at: Date): void {
  tx.send(end, [organisationId, id, at]);
}

/** Signs an operator out everywhere, `kept` aside. */
export function endSessionsOf(
  tx: Transaction,
  organisationId: string,
  operatorId: string,
  { at, kept }: { readonly at: Date; readonly kept?: string },
): void {
  tx.send(endOthers, [organisationId, operatorId, at, kept ?? null]);
}

/** Whether whoever has this e-mail has signed in from there, as long as ended sessions are kept. */
export async function isKnownPlace(db: Database, emailHash: Buffer, place: Buffer): Promise<boolean> {
  const [row] = await db.call(findPlace, [emailHash, place]);
  return row?.known === true;
}
