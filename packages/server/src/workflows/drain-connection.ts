/**
 * The end of a drain. A connection that drains is off for whoever chooses and on for whoever calls; when nothing is under way
 * over it any more, and every node has long known that it takes nothing new, it is disabled.
 */
import { appendAuditEntry } from '../store/audit-log.ts';
import { countOpenOver, lockConnection, switchConnection } from '../store/connections.ts';
import type { Transaction } from '../store/database.ts';
import { holdJob, type Lease, scheduleJob } from '../store/jobs.ts';
import type { WorkflowDeps } from './deps.ts';

/** Nodes may choose by what they knew for almost five seconds, and what they have begun has to be written down. */
export const NOTHING_NEW_AFTER_MS = 15_000;
const LOOK_EVERY_MS = 15_000;

export function scheduleDrain(tx: Transaction, connectionId: string, since: Date): void {
  scheduleJob(tx, 'connection.drain', connectionId, new Date(since.getTime() + NOTHING_NEW_AFTER_MS));
}

export async function drainConnection(deps: WorkflowDeps, lease: Lease): Promise<Date | undefined> {
  const { environmentId, subjectId: connectionId } = lease;
  const environment = await deps.environmentOf(environmentId);
  if (environment === undefined) return undefined;
  const at = new Date(deps.now());
  const next = await deps.db.transaction<Date | undefined>(environmentId, async (tx) => {
    const connection = await lockConnection(tx, connectionId);
    const since = connection?.drainingSince;
    // Somebody has enabled or disabled it meanwhile.
    if (since === undefined) return { commit: false, value: undefined };
    const settledAt = new Date(since.getTime() + NOTHING_NEW_AFTER_MS);
    if (at < settledAt) return { commit: false, value: settledAt };
    const { payments, linkSessions } = await countOpenOver(tx, connectionId);
    if (payments + linkSessions > 0 || !(await holdJob(tx, lease)))
      return { commit: false, value: new Date(at.getTime() + LOOK_EVERY_MS) };
    await switchConnection(tx, connectionId, { status: 'disabled', at });
    appendAuditEntry(tx, environment.organisationId, {
      id: deps.newId('aud_'),
      action: 'connections.disable',
      actor: { type: 'system' },
      environment: environmentId,
      subject: connectionId,
      summary: { drainedSince: since.toISOString() },
      createdAt: at,
    });
    return { commit: true, value: undefined };
  });
  deps.engines.touch(environmentId);
  return next;
}
