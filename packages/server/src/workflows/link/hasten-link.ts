import { invariant } from '@switchyard/engine';
import type { EventCause } from '../../domain/event.ts';
import type { LinkSession } from '../../domain/link-session/link-session.ts';
import { isFinal } from '../../domain/link-session/states.ts';
import { findLinkSession } from '../../store/link-sessions.ts';
import type { WorkflowDeps } from '../deps.ts';
import { hasten } from '../hasten.ts';
import { driveLink } from './drive-link.ts';

/** Drives a session for somebody who waits, and answers how it stands then. */
export async function hastenLink(
  deps: WorkflowDeps,
  environmentId: string,
  id: string,
  cause: EventCause,
): Promise<LinkSession> {
  const find = async () => findLinkSession(deps.db, await deps.keyring.of(environmentId), id);
  await hasten(deps, {
    environmentId,
    kind: 'link.drive',
    subjectId: id,
    drive: (lease) => driveLink(deps, lease, cause),
    isOver: async () => isFinal((await find())?.status ?? 'failed'),
  });
  const session = await find();
  invariant(session !== undefined, 'a session that was begun is there');
  return session;
}
