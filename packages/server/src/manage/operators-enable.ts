import { changeStanding } from './change-standing.ts';
import type { ManageHandler } from './operation.ts';
import { presentOperator } from './present-operator.ts';

export const enableOperator: ManageHandler<'operators.enable'> = {
  kind: 'write',
  async run(work, tx, { params }) {
    const changed = await changeStanding(work, tx, params.id, ({ role }) => ({ role, status: 'active' }));
    if (!changed.ok) return changed;
    const { operator, summary } = changed.value;
    return {
      ok: true,
      value: { output: presentOperator(operator), audit: { subject: operator.id, summary } },
    };
  },
};
