import { fail } from '../domain/failure.ts';
import { findPolicy } from '../store/policies.ts';
import { loadRouting } from '../store/routing.ts';
import type { ManageHandler } from './operation.ts';
import { presentCompared } from './present-policy.ts';

export const getPolicy: ManageHandler<'policies.get'> = {
  kind: 'read',
  async run({ deps, environment }, { params }) {
    const [policy, routing] = await Promise.all([
      findPolicy(deps.db, environment.id, Number(params.version)),
      loadRouting(deps.db, environment.id),
    ]);
    if (policy === undefined) return fail('not_found', 'policy.not_found', { param: 'version' });
    return { ok: true, value: presentCompared(policy, routing?.policy) };
  },
};
