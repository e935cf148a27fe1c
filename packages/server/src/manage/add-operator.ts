import { hashEmail } from '../domain/manage/management-secrets.ts';
import { claimCredential } from '../store/callers.ts';
import type { Transaction } from '../store/database.ts';
import type { DataKey } from '../store/keyring.ts';
import { insertOperator, type NewOperator } from '../store/operators.ts';

/** False when the e-mail is somebody's already: the transaction is then of no more use. */
export async function addOperator(
  deps: { readonly pepper: Buffer },
  tx: Transaction,
  key: DataKey,
  organisationId: string,
  operator: NewOperator,
): Promise<boolean> {
  const hash = hashEmail(deps.pepper, operator.profile.email);
  insertOperator(tx, key, organisationId, operator);
  return claimCredential(tx, { hash, kind: 'operator', organisationId, subjectId: operator.id });
}
