import { changeStanding } from './change-standing.ts';
import type { ManageHandler } from './operation.ts';
import { presentOperator } from './present-operator.ts';

export const updateOperator: ManageHandler<'operators.update'> = {
  kind: 'write',
  async run(work, tx, { params, body }) {
    const changed = await changeStanding(work, tx, params.id, ({ status }) => ({ role: body.role, status }));
    if (!changed.ok) return changed;
    const { operator, summary } = changed.value;
    return {
      ok: true,
      value: { output: presentOperator(operator), audit: { subject: operator.id, summary } },
    };
  },
};
