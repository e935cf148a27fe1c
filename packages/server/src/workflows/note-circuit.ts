/** A connection whose circuit has opened is degraded, with an event; when it has closed, the connection is ready again. */
import { API_VERSION } from '@switchyard/engine';
import { presentConnectionForEvent } from '../presenters/connection.ts';
import type { CircuitChange } from '../rails/call.ts';
import { changeConnectionStatus } from '../store/connections.ts';
import { insertEvent } from '../store/events.ts';
import type { WorkflowDeps } from './deps.ts';

export async function noteCircuit(deps: WorkflowDeps, change: CircuitChange): Promise<void> {
  const { environmentId, connectionId, state } = change;
  const at = new Date(deps.now());
  try {
    await deps.db.transaction(environmentId, async (tx) => {
      const [from, to] =
        state === 'open' ? (['ready', 'degraded'] as const) : (['degraded', 'ready'] as const);
      // Another circuit of the same connection may still be open.
      if (to === 'ready' && deps.caller.circuitOf(connectionId) !== 'closed')
        return { commit: false, value: undefined };
      const connection = await changeConnectionStatus(tx, connectionId, { from, to, at });
      if (connection !== undefined && to === 'degraded') {
        insertEvent(tx, {
          id: deps.newId('evt_'),
          type: 'connection.degraded',
          objectId: connectionId,
          object: presentConnectionForEvent(connection, { circuit: 'open' }),
          previous: { status: from },
          cause: { actor: 'worker' },
          apiVersion: API_VERSION,
          createdAt: at,
        });
      }
      return { commit: true, value: undefined };
    });
    deps.engines.touch(environmentId);
  } catch (error) {
    deps.logger.warn({ err: error, connectionId, state }, 'a change of a circuit could not be noted');
  }
}
