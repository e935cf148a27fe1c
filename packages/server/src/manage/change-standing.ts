/** Changes what an operator is, or whether they are: everywhere by the same rule, that an organisation keeps an owner. */
import type { Result } from '@switchyard/engine';
import { type Failure, fail } from '../domain/failure.ts';
import { type AuditSummary, changesBetween } from '../domain/manage/audit.ts';
import type { Operator } from '../domain/manage/operator.ts';
import type { Transaction } from '../store/database.ts';
import { changeOperatorStanding, lockActiveOwners, lockOperator } from '../store/operators.ts';
import type { KnownCall } from './operation.ts';

type Standing = Pick<Operator, 'role' | 'status'>;

export async function changeStanding(
  { deps, caller, now }: KnownCall,
  tx: Transaction,
  operatorId: string,
  change: (operator: Operator) => Standing,
): Promise<Result<{ readonly operator: Operator; readonly summary: AuditSummary }, Failure>> {
  const organisationId = caller.organisation.id;
  const place = { organisationId, operatorId };
  // Owners first, always: whoever holds an operator never waits for another.
  const owners = await lockActiveOwners(tx, organisationId);
  const operator = await lockOperator(tx, await deps.organisationKeys.of(organisationId), place);
  if (operator === undefined) return fail('not_found', 'operator.not_found', { param: 'id' });
  const { role, status } = change(operator);
  const staysOwner = role === 'owner' && status === 'active';
  if (!staysOwner && owners.length === 1 && owners[0] === operatorId)
    return fail('state_conflict', 'operator.last_owner', { param: 'id' });
  changeOperatorStanding(tx, place, { role, status, at: now });
  const summary = changesBetween({ role: operator.role, status: operator.status }, { role, status });
  return { ok: true, value: { operator: { ...operator, role, status, updatedAt: now }, summary } };
}
