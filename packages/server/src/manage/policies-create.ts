import { fail } from '../domain/failure.ts';
import { lockRouting } from '../store/import-routing.ts';
import { insertPolicyDraft } from '../store/policies.ts';
import { readRouting } from '../store/routing.ts';
import { checkPolicy } from './check-policy.ts';
import type { ManageHandler } from './operation.ts';
import { presentCompared } from './present-policy.ts';

/** A draft keeps the salt of the policy in force, so that activating it draws nobody anew. */
export const createPolicyDraft: ManageHandler<'policies.create'> = {
  kind: 'write',
  async run({ deps, environment, now }, tx, { body }) {
    await lockRouting(tx);
    const routing = await readRouting(tx);
    if (routing === undefined) return fail('state_conflict', 'policy.nothing_connected');
    const checked = checkPolicy(deps.rails, routing, body.policy);
    if (!checked.ok) return checked;
    const { id, salt } = routing.policy;
    const draft = { ...checked.value, id, salt };
    const version = await insertPolicyDraft(tx, draft, now);
    const stored = { id: String(version), version, body: draft, createdAt: now, isActive: false };
    const output = presentCompared(stored, routing.policy);
    const summary = { version, changes: output.changes.map(({ path }) => path) };
    return { ok: true, value: { output, audit: { subject: environment.id, summary } } };
  },
};
