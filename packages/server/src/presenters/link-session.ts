import type { EventRecord } from '../domain/event.ts';
import type { LinkSession } from '../domain/link-session/link-session.ts';
import { isFinal } from '../domain/link-session/states.ts';
import { explain } from '../messages/explain.ts';
import type { Presented } from './presented.ts';

/** When to look again at a session that is nobody's turn but ours. */
const WAIT_MS = 1_000;

export function presentLinkSession(session: LinkSession): Presented<'linkSessions.get'> {
  const { failure } = session;
  const action = actionOf(session);
  return {
    id: session.id,
    object: 'link_session',
    customer: session.customerId,
    country: session.country,
    ...(session.institutionId === undefined ? {} : { institution: session.institutionId }),
    rail: session.rail,
    connection: session.connectionId,
    channel: session.channel,
    status: session.status,
    ...(action === undefined ? {} : { action }),
    accounts: session.accountIds,
    ...(failure === undefined
      ? {}
      : { failure: { code: failure.code, explanation: explain(failure.explanation) } }),
    explanation: session.explanation,
    returnUri: session.details.returnUri,
    expiresAt: session.expiresAt.toISOString(),
    createdAt: session.createdAt.toISOString(),
    updatedAt: session.updatedAt.toISOString(),
  };
}

/** Events tell how it stands; an action is for the one who asked, and may hold a token. */
export function presentLinkSessionForEvent(session: LinkSession): EventRecord['object'] {
  const { action: _forTheUser, ...rest } = presentLinkSession(session);
  return rest;
}

function actionOf({ status, rail, details }: LinkSession): Presented<'linkSessions.get'>['action'] {
  if (isFinal(status)) return undefined;
  const { action } = details;
  if (status === 'processing' || action === undefined) return { type: 'wait', pollAfterMs: WAIT_MS };
  return action.type === 'sdk' ? { ...action, rail } : action;
}
