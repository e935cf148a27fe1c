/** From the hash of a token, of a session's secret or of an e-mail to who it stands for, in one call each. */
import type { Role } from '@switchyard/contract';
import type { Organisation, SessionCaller, TokenCaller } from '../domain/manage/caller.ts';
import type { Database, Statement, Transaction } from './database.ts';
import { isConflict } from './database-error.ts';
import { type OperatorColumns, operatorOf } from './operators.ts';
import type { OrganisationKeys } from './organisation-keys.ts';

interface OrganisationColumns {
  readonly organisation_id: string;
  readonly organisation_name: string;
}

interface TokenRow extends OrganisationColumns {
  readonly token_id: string;
  readonly role: Role;
  readonly expires_at: Date | null;
}

interface SessionRow extends OrganisationColumns {
  readonly session_id: string;
  readonly operator_id: string;
  readonly role: Role;
  readonly profile: Buffer;
  readonly status: OperatorColumns['status'];
  readonly last_signed_in_at: Date | null;
  readonly operator_created_at: Date;
  readonly operator_updated_at: Date;
  readonly expires_at: Date;
}

const findToken: Statement<TokenRow> = {
  name: 'management-token-find',
  text: 'select * from switchyard.find_management_token($1, $2)',
};

const findSession: Statement<SessionRow> = {
  name: 'operator-session-find',
  text: 'select * from switchyard.find_operator_session($1, $2, $3)',
};

const findOperatorByEmail: Statement<
  OrganisationColumns & {
    readonly operator_id: string;
    readonly status: OperatorColumns['status'];
    readonly password_hash: string;
  }
> = {
  name: 'operator-find-by-email',
  text: 'select * from switchyard.find_operator_by_email($1)',
};

const register: Statement<never> = {
  name: 'credential-register',
  text: 'select switchyard.register_credential($1, $2, $3, $4)',
};

/** Undefined unless the token can be used now. */
export async function findTokenCaller(
  db: Database,
  hash: Buffer,
  now: Date,
): Promise<TokenCaller | undefined> {
  const [row] = await db.call(findToken, [hash, now]);
  if (row === undefined) return undefined;
  return {
    kind: 'token',
    id: row.token_id,
    role: row.role,
    organisation: { id: row.organisation_id, name: row.organisation_name },
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
  };
}

/** Undefined unless the session can be used now. */
export async function findSessionCaller(
  db: Database,
  organisationKeys: OrganisationKeys,
  session: { readonly hash: Buffer; readonly now: Date; readonly idleMsMax: number },
): Promise<SessionCaller | undefined> {
  const [row] = await db.call(findSession, [session.hash, session.now, session.idleMsMax]);
  if (row === undefined) return undefined;
  const organisation = { id: row.organisation_id, name: row.organisation_name };
  const operator = operatorOf(await organisationKeys.of(organisation.id), {
    id: row.operator_id,
    role: row.role,
    status: row.status,
    profile: row.profile,
    last_signed_in_at: row.last_signed_in_at,
    created_at: row.operator_created_at,
    updated_at: row.operator_updated_at,
  });
  return {
    kind: 'session',
    id: row.session_id,
    role: row.role,
    organisation,
    operator,
    expiresAt: row.expires_at,
  };
}

/** Somebody who may be about to sign in. */
export interface Candidate {
  readonly organisation: Organisation;
  readonly operatorId: string;
  readonly status: OperatorColumns['status'];
  readonly passwordHash: string;
}

export async function findByEmail(db: Database, hash: Buffer): Promise<Candidate | undefined> {
  const [row] = await db.call(findOperatorByEmail, [hash]);
  if (row === undefined) return undefined;
  return {
    organisation: { id: row.organisation_id, name: row.organisation_name },
    operatorId: row.operator_id,
    status: row.status,
    passwordHash: row.password_hash,
  };
}

/** A hash, and whom it leads to. */
export interface Credential {
  readonly hash: Buffer;
  readonly kind: 'operator' | 'session' | 'token';
  readonly organisationId: string;
  readonly subjectId: string;
}

/** The hash leads to its subject from now on. One that is taken fails the transaction. */
export function registerCredential(tx: Transaction, credential: Credential): void {
  tx.send(register, valuesOf(credential));
}

/** The same for a hash that somebody may have; false when somebody has, and then the transaction is of no more use. */
export async function claimCredential(tx: Transaction, credential: Credential): Promise<boolean> {
  try {
    await tx.query(register, valuesOf(credential));
    return true;
  } catch (error) {
    if (isConflict(error)) return false;
    throw error;
  }
}

function valuesOf({ hash, kind, organisationId, subjectId }: Credential): readonly unknown[] {
  return [hash, kind, organisationId, subjectId];
}
