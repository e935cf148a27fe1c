/** Drives a session now, for somebody who waits, instead of when its job is due; and waits for whoever drives it already. */
import { setTimeout as sleep } from 'node:timers/promises';
import { invariant } from '@switchyard/engine';
import type { EventCause } from '../../domain/event.ts';
import type { LinkSession } from '../../domain/link-session/link-session.ts';
import { isFinal } from '../../domain/link-session/states.ts';
import { claimJob, finishJob } from '../../store/jobs.ts';
import { findLinkSession } from '../../store/link-sessions.ts';
import type { WorkflowDeps } from '../deps.ts';
import { driveLink } from './drive-link.ts';

/** How long a caller is made to wait for a provider's step. The session goes on without them. */
const WAIT_MS_MAX = 10_000;
const LOOK_EVERY_MS = 100;

export async function hastenLink(
  deps: WorkflowDeps,
  environmentId: string,
  id: string,
  cause: EventCause,
): Promise<LinkSession> {
  const driving = drive(deps, environmentId, id, cause);
  await Promise.race([driving, sleep(WAIT_MS_MAX, undefined, { ref: false })]);
  const session = await findLinkSession(deps.db, await deps.keyring.of(environmentId), id);
  invariant(session !== undefined, 'a session that was begun is there');
  return session;
}

async function drive(
  deps: WorkflowDeps,
  environmentId: string,
  id: string,
  cause: EventCause,
): Promise<void> {
  const giveUpMs = deps.now() + WAIT_MS_MAX;
  try {
    while (deps.now() < giveUpMs) {
      const lease = await claimJob(deps.db, { environmentId, kind: 'link.drive', subjectId: id });
      if (lease !== undefined) {
        const next = await driveLink(deps, lease, cause);
        await finishJob(deps.db, lease, next);
        if (next === undefined || next.getTime() > deps.now()) return;
        continue;
      }
      const session = await findLinkSession(deps.db, await deps.keyring.of(environmentId), id);
      if (session === undefined || isFinal(session.status)) return;
      await sleep(LOOK_EVERY_MS);
    }
  } catch (error) {
    // The job is still there: a worker takes it up when its lease is over.
    deps.logger.warn({ err: error, session: id }, 'a link session could not be driven at once');
  }
}
