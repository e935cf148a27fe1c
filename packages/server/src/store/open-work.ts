/** What is under way and what should be and is not: counted for those who watch over the service. */
import type { LegStatus } from '@switchyard/contract';
import type { Database, Statement } from './database.ts';
import { listEnvironments } from './organisations.ts';

export interface OpenWork {
  readonly legs: readonly { readonly mode: string; readonly status: LegStatus; readonly count: number }[];
  readonly overdueJobs: readonly {
    readonly kind: string;
    readonly count: number;
    readonly oldestSeconds: number;
  }[];
  /** Messages that are due and have not been sent, first tries and later ones. */
  readonly webhookBacklog: readonly { readonly mode: string; readonly count: number }[];
}

/** A worker looks for jobs several times a second: one that still waits after this is late. */
const LATE_MS = 5_000;

/** The statuses are those of the index `leg_open`. */
const countOpenLegs: Statement<{ readonly status: LegStatus; readonly n: number }> = {
  name: 'legs-open-count',
  text: `select status, count(*)::integer as n from switchyard.leg
    where environment_id = $1
      and status in ('requires_action', 'submitting', 'submitted', 'unknown', 'review', 'returning')
    group by status`,
};

const countDueMessages: Statement<{ readonly n: number }> = {
  name: 'webhook-messages-due-count',
  text: `select count(*)::integer as n from switchyard.webhook_message
    where environment_id = $1 and status = 'pending' and next_at < clock_timestamp()`,
};

const countOverdueJobs: Statement<{
  readonly kind: string;
  readonly jobs: number;
  readonly oldest_seconds: number;
}> = { name: 'jobs-overdue-count', text: `select * from switchyard.count_overdue_jobs(${LATE_MS})` };

export async function readOpenWork(db: Database): Promise<OpenWork> {
  const environments = await listEnvironments(db);
  const [jobs, legs, messages] = await Promise.all([
    db.call(countOverdueJobs, []),
    Promise.all(
      environments.map(async ({ id, mode }) =>
        (await db.read(id, countOpenLegs, [id])).map(({ status, n }) => ({ mode, status, count: n })),
      ),
    ),
    Promise.all(
      environments.map(async ({ id, mode }) =>
        (await db.read(id, countDueMessages, [id])).map(({ n }) => ({ mode, count: n })),
      ),
    ),
  ]);
  return {
    legs: legs.flat(),
    webhookBacklog: messages.flat().filter(({ count }) => count > 0),
    overdueJobs: jobs.map(({ kind, jobs: count, oldest_seconds }) => ({
      kind,
      count,
      oldestSeconds: oldest_seconds,
    })),
  };
}
