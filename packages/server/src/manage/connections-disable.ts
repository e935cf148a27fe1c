import { fail } from '../domain/failure.ts';
import type { ManageHandler } from './operation.ts';
import { switchTo } from './switch-connection.ts';

export const disableConnection: ManageHandler<'connections.disable'> = {
  kind: 'write',
  async run(work, tx, { params }) {
    return switchTo(work, tx, params.id, ({ status }) =>
      status === 'disabled'
        ? fail('state_conflict', 'connection.disabled_already', { param: 'id' })
        : { ok: true, value: { status: 'disabled' } },
    );
  },
};
