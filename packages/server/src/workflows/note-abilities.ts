/** Asks an adapter what it can do with money and writes it to its connection, where routes are found by it. */
import { abilitiesOf } from '../domain/abilities.ts';
import { changeConnectionBody, lockConnection } from '../store/connections.ts';
import type { WorkflowDeps } from './deps.ts';

export async function noteAbilities(
  deps: WorkflowDeps,
  environmentId: string,
  connectionId: string,
): Promise<void> {
  const callable = await deps.connections.callable(environmentId, connectionId);
  const rail = callable === undefined ? undefined : deps.caller.open(callable);
  if (rail === undefined) return;
  const abilities = abilitiesOf(rail);
  const isNew = await deps.db.transaction(environmentId, async (tx) => {
    // Under its lock: an operator may be at it, too.
    const connection = await lockConnection(tx, connectionId);
    if (connection === undefined) return { commit: false, value: false };
    const { payment: _p, payout: _o, fx: _f, transit: _t, onChain: _c, ...configured } = connection.body;
    const body = { ...configured, ...abilities };
    if (JSON.stringify(body) === JSON.stringify(connection.body)) return { commit: false, value: false };
    changeConnectionBody(tx, connectionId, body, new Date(deps.now()));
    return { commit: true, value: true };
  });
  if (isNew) deps.engines.touch(environmentId);
}
