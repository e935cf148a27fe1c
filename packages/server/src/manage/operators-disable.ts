import { endSessionsOf } from '../store/operator-sessions.ts';
import { changeStanding } from './change-standing.ts';
import type { ManageHandler } from './operation.ts';
import { presentOperator } from './present-operator.ts';

export const disableOperator: ManageHandler<'operators.disable'> = {
  kind: 'write',
  async run(work, tx, { params }) {
    const changed = await changeStanding(work, tx, params.id, ({ role }) => ({ role, status: 'disabled' }));
    if (!changed.ok) return changed;
    const { operator, summary } = changed.value;
    endSessionsOf(tx, work.caller.organisation.id, operator.id, { at: work.now });
    return {
      ok: true,
      value: { output: presentOperator(operator), audit: { subject: operator.id, summary } },
    };
  },
};
