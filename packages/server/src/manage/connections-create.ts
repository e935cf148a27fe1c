import { invariant } from '@switchyard/engine';
import { fail } from '../domain/failure.ts';
import { lockConnectionByKey } from '../store/connections.ts';
import { lockRouting } from '../store/import-routing.ts';
import { changeConfigured } from './change-configured.ts';
import type { ManageHandler } from './operation.ts';
import { auditedConnection, presentConnection } from './present-connection.ts';

/** What is to be called waits for its credentials. */
export const createConnection: ManageHandler<'connections.create'> = {
  kind: 'write',
  async run({ deps, environment, now }, tx, { body }) {
    await lockRouting(tx);
    const { key, rail, mode, label, countries = [], operations = [], limits = [], declaredLatency } = body;
    const created = await changeConfigured({ deps, environment, now }, tx, key, (current) => {
      if (current !== undefined) return fail('state_conflict', 'connection.key_taken', { param: 'key' });
      const status = mode === 'route' ? 'pending' : 'ready';
      const latency = declaredLatency === undefined ? {} : { declaredLatency };
      const terms = { countries, operations, limits, prices: [], contracts: [], ...latency };
      return { ok: true, value: { key, rail, label, mode, status, ...terms } };
    });
    if (!created.ok) return created;
    const connection = await lockConnectionByKey(tx, key);
    invariant(connection !== undefined, 'a connection that was written is there');
    const output = await presentConnection(deps, tx, connection, now);
    const summary = { key, rail, mode, ...auditedConnection(connection) };
    return { ok: true, value: { output, audit: { subject: connection.id, summary } } };
  },
};
