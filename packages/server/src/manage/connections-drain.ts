import { fail } from '../domain/failure.ts';
import { scheduleDrain } from '../workflows/drain-connection.ts';
import type { ManageHandler } from './operation.ts';
import { isOn, switchTo } from './switch-connection.ts';

export const drainConnection: ManageHandler<'connections.drain'> = {
  kind: 'write',
  async run(work, tx, { params: { id } }) {
    const { now } = work;
    return switchTo(work, tx, id, (connection) => {
      const { status, drainingSince } = connection;
      if (!isOn(connection))
        return fail('state_conflict', 'connection.not_on', { param: 'id', vars: { status } });
      if (drainingSince !== undefined) return fail('state_conflict', 'connection.draining', { param: 'id' });
      scheduleDrain(tx, id, now);
      return { ok: true, value: { status, drainingSince: now } };
    });
  },
};
