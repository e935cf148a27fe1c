import type { Result } from '@switchyard/engine';
import { type Failure, fail } from '../domain/failure.ts';
import type { DatedConnection } from '../store/connections.ts';
import { readCredentials } from '../store/credentials.ts';
import type { Transaction } from '../store/database.ts';
import type { ManageDeps, ManageHandler } from './operation.ts';
import { scheduleTakingUp } from './seal-credentials.ts';
import { isOn, switchTo } from './switch-connection.ts';

export const enableConnection: ManageHandler<'connections.enable'> = {
  kind: 'write',
  async run(work, tx, { params: { id } }) {
    return switchTo(work, tx, id, async (connection) => {
      const isDraining = connection.drainingSince !== undefined;
      if (isOn(connection) && !isDraining)
        return fail('state_conflict', 'connection.enabled', { param: 'id' });
      const callable = await checkCallable(work.deps, tx, connection);
      if (!callable.ok) return callable;
      if (connection.mode === 'route') scheduleTakingUp(tx, id, work.now);
      // A drain that is called off leaves it as it was: out of reach, perhaps.
      return { ok: true, value: { status: isOn(connection) ? connection.status : 'ready' } };
    });
  },
};

/** What is to be called needs what it is called with. */
async function checkCallable(
  { keyring, workflows }: ManageDeps,
  tx: Transaction,
  { id, rail, mode }: DatedConnection,
): Promise<Result<undefined, Failure>> {
  if (mode === 'decide') return { ok: true, value: undefined };
  const stored = await readCredentials(tx, await keyring.of(tx.environmentId), id);
  if (stored === undefined) return fail('state_conflict', 'connection.no_credentials', { param: 'id' });
  const problems = workflows.caller.problemsOf(rail, stored.values);
  if (problems === undefined)
    return fail('state_conflict', 'connection.no_adapter', { param: 'id', vars: { rail } });
  if (problems.length > 0)
    return fail('state_conflict', 'connection.credentials_outdated', { param: 'id', vars: { rail } });
  return { ok: true, value: undefined };
}
