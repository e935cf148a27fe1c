import { fail } from '../domain/failure.ts';
import { presentLinkSession } from '../presenters/link-session.ts';
import { findDataKey } from '../store/data-keys.ts';
import { insertPlannedLink, planLink } from '../workflows/link/begin-link.ts';
import { hastenLink } from '../workflows/link/hasten-link.ts';
import type { Handler } from './operation.ts';

/** Starts linking an account: the session is there before any provider hears of it, and the answer waits for the first step. */
export const createLinkSession: Handler<'linkSessions.create'> = {
  kind: 'calling',
  async plan({ deps, call }, { body }) {
    const planned = await planLink(deps.workflows, call.environment, body);
    if (!planned.ok) return planned;
    const plan = planned.value;
    return {
      ok: true,
      value: async ({ keys }, tx) => {
        const dataKey = await findDataKey(tx, keys, body.customer);
        if (dataKey === undefined) return fail('not_found', 'customer.not_found', { param: 'customer' });
        insertPlannedLink(deps.workflows, tx, dataKey, plan, body);
        return { ok: true, value: { resource: plan.id, subject: { id: body.customer, dataKey } } };
      },
    };
  },
  async proceed({ deps, call }, resource) {
    const cause = { requestId: call.requestId, actor: 'api' } as const;
    return presentLinkSession(await hastenLink(deps.workflows, call.environment.id, resource, cause));
  },
};
