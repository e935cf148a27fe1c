import { fail } from '../domain/failure.ts';
import { lockRouting } from '../store/import-routing.ts';
import { putIntoForce, readPolicy } from '../store/policies.ts';
import { readRouting } from '../store/routing.ts';
import { checkPolicy } from './check-policy.ts';
import type { ManageHandler } from './operation.ts';
import { presentCompared } from './present-policy.ts';

/** What held when it was drafted may not hold any more: it is checked again against what is connected now. */
export const activatePolicy: ManageHandler<'policies.activate'> = {
  kind: 'write',
  async run({ deps, environment, now }, tx, { params, body }) {
    await lockRouting(tx);
    const [routing, policy] = [await readRouting(tx), await readPolicy(tx, Number(params.version))];
    if (policy === undefined || routing === undefined)
      return fail('not_found', 'policy.not_found', { param: 'version' });
    if (policy.isActive) return fail('state_conflict', 'policy.active', { param: 'version' });
    const active = routing.policy.version;
    if (active !== body.replaces) {
      const vars = { version: String(active) };
      return fail('state_conflict', 'policy.replaced', { param: 'replaces', vars });
    }
    const { id: _i, salt: _s, ...settings } = policy.body;
    const checked = checkPolicy(deps.rails, routing, settings);
    if (!checked.ok) return checked;
    putIntoForce(tx, policy.version, now);
    const compared = presentCompared(policy, routing.policy);
    const output = presentCompared({ ...policy, isActive: true, activatedAt: now }, policy.body);
    const changes = compared.changes.map(({ path }) => path);
    const summary = { version: policy.version, replaced: active, changes };
    return { ok: true, value: { output, audit: { subject: environment.id, summary } } };
  },
};
