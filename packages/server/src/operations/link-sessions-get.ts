import { fail } from '../domain/failure.ts';
import { presentLinkSession } from '../presenters/link-session.ts';
import { findLinkSession } from '../store/link-sessions.ts';
import type { Handler } from './operation.ts';

export const getLinkSession: Handler<'linkSessions.get'> = {
  kind: 'read',
  async run({ deps, keys }, { params }) {
    const session = await findLinkSession(deps.db, keys, params.id);
    if (session === undefined) return fail('not_found', 'link_session.not_found', { param: 'id' });
    return { ok: true, value: presentLinkSession(session) };
  },
};
