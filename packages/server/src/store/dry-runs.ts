/** Dry runs of policies, and the past decisions and quotes that they look at. */
import type { DryRunTally } from '../domain/dry-run.ts';
import type { Database, Statement, Transaction } from './database.ts';
import type { DecisionRecord } from './decisions.ts';

export interface StoredDryRun {
  readonly id: string;
  readonly version: number;
  readonly status: 'running' | 'completed';
  readonly total: number;
  /** The last decision that has been made again; they are gone through from the newest to the oldest. */
  readonly cursor?: string;
  readonly tally: DryRunTally;
  readonly createdAt: Date;
  readonly completedAt?: Date;
}

interface DryRunRow {
  readonly id: string;
  readonly version: number;
  readonly status: StoredDryRun['status'];
  readonly total: number;
  readonly cursor: string | null;
  readonly tally: DryRunTally;
  readonly created_at: Date;
  readonly completed_at: Date | null;
}

const insert: Statement<never> = {
  name: 'dry-run-insert',
  text: `insert into switchyard.dry_run (environment_id, id, version, status, total, tally, created_at)
    values ($1, $2, $3, 'running', $4, $5, $6)`,
};

const select: Statement<DryRunRow> = {
  name: 'dry-run-by-id',
  text: `select id, version, status, total, cursor, tally, created_at, completed_at from switchyard.dry_run
    where environment_id = $1 and id = $2`,
};

const update: Statement<never> = {
  name: 'dry-run-update',
  text: `update switchyard.dry_run set status = $3, cursor = $4, tally = $5, completed_at = $6
    where environment_id = $1 and id = $2`,
};

const countDecisions: Statement<{ readonly n: number }> = {
  name: 'dry-run-count',
  text: `select count(*)::integer as n from (
    select from switchyard.decision where environment_id = $1 limit $2) as latest`,
};

interface PastRow {
  readonly id: string;
  readonly request: DecisionRecord['request'];
  readonly snapshot_digest: string;
  readonly created_at: Date;
}

const selectPast: Statement<PastRow> = {
  name: 'dry-run-decisions',
  text: `select id, request, snapshot_digest, created_at from switchyard.decision
    where environment_id = $1 and id < $2 order by id desc limit $3`,
};

const selectQuotes: Statement<{ readonly id: string }> = {
  name: 'dry-run-quotes',
  text: 'select id from switchyard.route_quote where environment_id = $1 order by id desc limit $2',
};

/** Sorts after every id. */
const ABOVE_EVERY_ID = '~';

export type PastDecision = Omit<DecisionRecord, 'ranking'>;

/** How many decisions there are, counted to `max`. */
export async function countPastDecisions(tx: Transaction, max: number): Promise<number> {
  const [row] = await tx.query(countDecisions, [tx.environmentId, max]);
  return row?.n ?? 0;
}

/** From the newest to the oldest. */
export async function listPastDecisions(
  db: Database,
  environmentId: string,
  before: string | undefined,
  max: number,
): Promise<readonly PastDecision[]> {
  const rows = await db.read(environmentId, selectPast, [environmentId, before ?? ABOVE_EVERY_ID, max]);
  return rows.map(({ snapshot_digest, created_at, ...rest }) => ({
    ...rest,
    snapshotDigest: snapshot_digest,
    createdAt: created_at,
  }));
}

export async function listPastQuotes(
  db: Database,
  environmentId: string,
  max: number,
): Promise<readonly string[]> {
  return (await db.read(environmentId, selectQuotes, [environmentId, max])).map(({ id }) => id);
}

export function insertDryRun(
  tx: Transaction,
  {
    id,
    version,
    total,
    tally,
    createdAt,
  }: Pick<StoredDryRun, 'id' | 'version' | 'total' | 'tally' | 'createdAt'>,
): void {
  tx.send(insert, [tx.environmentId, id, version, total, JSON.stringify(tally), createdAt]);
}

export async function findDryRun(
  db: Database,
  environmentId: string,
  id: string,
): Promise<StoredDryRun | undefined> {
  const [row] = await db.read(environmentId, select, [environmentId, id]);
  if (row === undefined) return undefined;
  const { cursor, created_at, completed_at, ...rest } = row;
  return {
    ...rest,
    createdAt: created_at,
    ...(cursor === null ? {} : { cursor }),
    ...(completed_at === null ? {} : { completedAt: completed_at }),
  };
}

export function saveDryRun(tx: Transaction, run: StoredDryRun): void {
  const { id, status, cursor, tally, completedAt } = run;
  tx.send(update, [tx.environmentId, id, status, cursor ?? null, JSON.stringify(tally), completedAt ?? null]);
}
