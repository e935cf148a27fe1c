import { fail } from '../domain/failure.ts';
import { findConnection } from '../store/connections.ts';
import type { ManageHandler } from './operation.ts';
import { presentConnection } from './present-connection.ts';

export const getConnection: ManageHandler<'connections.get'> = {
  kind: 'read',
  async run({ deps, environment, now }, { params }) {
    const connection = await findConnection(deps.db, environment.id, params.id);
    if (connection === undefined) return fail('not_found', 'connection.not_found', { param: 'id' });
    const value = await deps.db.transaction(environment.id, async (tx) => ({
      commit: false,
      value: await presentConnection(deps, tx, connection, now),
    }));
    return { ok: true, value };
  },
};
