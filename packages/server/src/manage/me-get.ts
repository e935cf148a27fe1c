import type { ManageHandler } from './operation.ts';
import { presentOperator } from './present-operator.ts';

export const getMe: ManageHandler<'me.get'> = {
  kind: 'read',
  async run({ caller }) {
    const { id, role, organisation, expiresAt } = caller;
    return {
      ok: true,
      value: {
        object: 'caller',
        id,
        role,
        organisation,
        ...(caller.kind === 'session' ? { operator: presentOperator(caller.operator) } : {}),
        ...(expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() }),
      },
    };
  },
};
