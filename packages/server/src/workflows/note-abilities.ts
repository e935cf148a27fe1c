/** Asks an adapter what it can do with money and writes it to its connection, where routes are found by it. */
import { abilitiesOf } from '../domain/abilities.ts';
import { changeConnectionBody, findConnection } from '../store/connections.ts';
import type { WorkflowDeps } from './deps.ts';

export async function noteAbilities(
  deps: WorkflowDeps,
  environmentId: string,
  connectionId: string,
): Promise<void> {
  const callable = await deps.connections.callable(environmentId, connectionId);
  const rail = callable === undefined ? undefined : deps.caller.open(callable);
  const connection = await findConnection(deps.db, environmentId, connectionId);
  if (rail === undefined || connection === undefined) return;
  const { payment: _p, payout: _o, fx: _f, transit: _t, onChain: _c, ...configured } = connection.body;
  const body = { ...configured, ...abilitiesOf(rail) };
  if (JSON.stringify(body) === JSON.stringify(connection.body)) return;
  await deps.db.transaction(environmentId, async (tx) => {
    changeConnectionBody(tx, connectionId, body, new Date(deps.now()));
    return { commit: true, value: undefined };
  });
  deps.engines.touch(environmentId);
}
