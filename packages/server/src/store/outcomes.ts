/** Outcomes: one record for each status a rail reached under a decision, with the answer that was given for it. */
import type { OutputOf } from '@switchyard/contract';
import type { Statement, Transaction } from './database.ts';

export type OutcomeRecord = OutputOf<'outcomes.create'>;

export interface OutcomeKey {
  readonly decision: string;
  readonly rail: string;
  readonly status: string;
}

const selectMany: Statement<{ readonly body: OutcomeRecord }> = {
  name: 'outcomes-by-key',
  text: `select o.body from switchyard.outcome o
    join unnest($2::text[], $3::text[], $4::text[]) as k(decision_id, rail, status) using (decision_id, rail, status)
    where o.environment_id = $1`,
};

const insertMany: Statement<never> = {
  name: 'outcomes-insert',
  text: `insert into switchyard.outcome (environment_id, decision_id, rail, status, body, created_at)
    select $1, * from unnest($2::text[], $3::text[], $4::text[], $5::json[], $6::timestamptz[])`,
};

export async function findOutcomes(
  tx: Transaction,
  keys: readonly OutcomeKey[],
): Promise<readonly OutcomeRecord[]> {
  const rows = await tx.query(selectMany, [
    tx.environmentId,
    keys.map(({ decision }) => decision),
    keys.map(({ rail }) => rail),
    keys.map(({ status }) => status),
  ]);
  return rows.map(({ body }) => body);
}

export function insertOutcomes(tx: Transaction, outcomes: readonly OutcomeRecord[]): void {
  if (outcomes.length === 0) return;
  tx.send(insertMany, [
    tx.environmentId,
    outcomes.map(({ decision }) => decision),
    outcomes.map(({ rail }) => rail),
    outcomes.map(({ status }) => status),
    outcomes.map((outcome) => JSON.stringify(outcome)),
    outcomes.map(({ createdAt }) => createdAt),
  ]);
}
