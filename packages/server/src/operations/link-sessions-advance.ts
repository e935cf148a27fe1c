import { fail } from '../domain/failure.ts';
import { acceptReturn, textOf } from '../domain/link-session/accept-return.ts';
import { isFinal } from '../domain/link-session/states.ts';
import { presentLinkSession } from '../presenters/link-session.ts';
import { changeLinkSession, loadLinkSession } from '../store/link-sessions.ts';
import { hastenLink } from '../workflows/link/hasten-link.ts';
import type { Handler } from './operation.ts';

/** Takes in what the user brought back, and hastens the session. What belongs to another session leaves no trace. */
export const advanceLinkSession: Handler<'linkSessions.advance'> = {
  kind: 'calling',
  async plan({ call }, { params, body }) {
    return {
      ok: true,
      value: async ({ keys }, tx) => {
        const loaded = await loadLinkSession(tx, keys, params.id);
        if (loaded === undefined) return fail('not_found', 'link_session.not_found', { param: 'id' });
        const { session, dataKey } = loaded;
        const accepted = acceptReturn(session, body);
        if (!accepted.ok) return accepted;
        if (accepted.value === 'news' && !isFinal(session.status)) {
          const details = {
            ...session.details,
            phase: 'returned',
            returned: body,
            heard: textOf(body),
          } as const;
          const returned = { ...session, status: 'processing', details, updatedAt: call.now } as const;
          await changeLinkSession(tx, keys, dataKey, returned);
        }
        return { ok: true, value: { resource: session.id, subject: { id: session.customerId, dataKey } } };
      },
    };
  },
  async proceed({ deps, call }, resource) {
    const cause = { requestId: call.requestId, actor: 'api' } as const;
    return presentLinkSession(await hastenLink(deps.workflows, call.environment.id, resource, cause));
  },
};
