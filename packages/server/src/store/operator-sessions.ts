import type { Statement, Transaction } from './database.ts';

export interface NewSession {
  readonly id: string;
  readonly operatorId: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const insert: Statement<never> = {
  name: 'operator-session-insert',
  text: `insert into switchyard.operator_session
      (organisation_id, id, operator_id, last_seen_at, created_at, expires_at)
    values ($1, $2, $3, $4, $4, $5)`,
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
  const { id, operatorId, createdAt, expiresAt } = session;
  tx.send(insert, [organisationId, id, operatorId, createdAt, expiresAt]);
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
