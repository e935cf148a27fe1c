/**
 * The queue of work that outlives a request. One job for each (environment, kind, subject); what has to be done is read from the
 * subject when the job runs, so a job carries nothing. Leases end by the database's clock, and whoever writes under a
 * lease calls `holdJob` in the same transaction.
 */
import type { Database, Statement, Transaction } from './database.ts';

export const JOB_KINDS = [
  'link.drive',
  'payment.drive',
  'grant.check',
  'notice.apply',
  'directory.refresh',
  'policy.try',
  'retention.sweep',
  'connection.reconcile',
  'connection.drain',
] as const;
/** What is done when an environment's own clock says so, which in test may have been moved. The rest is housekeeping. */
export const TIMED_KINDS: readonly JobKind[] = ['link.drive', 'payment.drive', 'grant.check', 'notice.apply'];
export type JobKind = (typeof JOB_KINDS)[number];

export interface JobName {
  readonly environmentId: string;
  readonly kind: JobKind;
  readonly subjectId: string;
}

export interface Lease extends JobName {
  readonly wanted: string;
  /** This one included. */
  readonly attempts: number;
  readonly epoch: string;
}

/** A call to a provider ends before its lease does. */
export const LEASE_MS = 30_000;

interface LeaseRow {
  readonly environment_id: string;
  readonly kind: JobKind;
  readonly subject_id: string;
  readonly wanted: string;
  readonly attempts: number;
  readonly lease_epoch: string;
}

const schedule: Statement<never> = {
  name: 'job-schedule',
  text: 'select switchyard.schedule_job($1, $2, $3, $4)',
};

const keep: Statement<never> = {
  name: 'job-keep',
  text: 'select switchyard.keep_job($1, $2, $3, $4)',
};

const claimDue: Statement<LeaseRow> = {
  name: 'job-claim-due',
  text: `select * from switchyard.claim_due_jobs($1, ${LEASE_MS}, $2)`,
};

const claimAhead: Statement<LeaseRow> = {
  name: 'job-claim-ahead',
  text: `select * from switchyard.claim_jobs_ahead($1, $2, $3, ${LEASE_MS}, $4)`,
};

const claimOne: Statement<LeaseRow> = {
  name: 'job-claim-one',
  text: `select * from switchyard.claim_job($1, $2, $3, ${LEASE_MS})`,
};

const hold: Statement<{ readonly held: boolean }> = {
  name: 'job-hold',
  text: 'select switchyard.hold_job($1, $2, $3, $4) as held',
};

const finish: Statement<never> = {
  name: 'job-finish',
  text: 'select switchyard.finish_job($1, $2, $3, $4, $5, $6)',
};

/** Due at that time, or earlier if it already was; a job that is running is run once more afterwards. */
export function scheduleJob(tx: Transaction, kind: JobKind, subjectId: string, at: Date): void {
  tx.send(schedule, [tx.environmentId, kind, subjectId, at]);
}

/** Due at that time unless it is there already: for what is done again and again. */
export async function keepJob(
  db: Database,
  { environmentId, kind, subjectId }: JobName,
  at: Date,
): Promise<void> {
  await db.call(keep, [environmentId, kind, subjectId, at]);
}

export async function claimDueJobs(
  db: Database,
  kinds: readonly JobKind[],
  max: number,
): Promise<readonly Lease[]> {
  return (await db.call(claimDue, [kinds, max])).map(leaseOf);
}

/** What is due by clocks that are ahead of the database's, by environment. */
export async function claimJobsAhead(
  db: Database,
  aheadMs: ReadonlyMap<string, number>,
  max: number,
): Promise<readonly Lease[]> {
  const rows = await db.call(claimAhead, [[...aheadMs.keys()], [...aheadMs.values()], TIMED_KINDS, max]);
  return rows.map(leaseOf);
}

/** Undefined when there is no such job, or somebody is at it. */
export async function claimJob(db: Database, job: JobName): Promise<Lease | undefined> {
  const [row] = await db.call(claimOne, [job.environmentId, job.kind, job.subjectId]);
  return row === undefined ? undefined : leaseOf(row);
}

/** False when the lease has been lost: then nothing may be written. */
export async function holdJob(tx: Transaction, lease: Lease): Promise<boolean> {
  const [row] = await tx.query(hold, [lease.environmentId, lease.kind, lease.subjectId, lease.epoch]);
  return row?.held === true;
}

/** Without a next time the job is done with. */
export async function finishJob(db: Database, lease: Lease, nextRunAt: Date | undefined): Promise<void> {
  const { environmentId, kind, subjectId, epoch, wanted } = lease;
  await db.call(finish, [environmentId, kind, subjectId, epoch, wanted, nextRunAt ?? null]);
}

function leaseOf(row: LeaseRow): Lease {
  return {
    environmentId: row.environment_id,
    kind: row.kind,
    subjectId: row.subject_id,
    wanted: row.wanted,
    attempts: row.attempts,
    epoch: row.lease_epoch,
  };
}
