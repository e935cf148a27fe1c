/** Decisions: the request, the ranking and the snapshot's digest. The whole answer can be computed again from these. */
import type { AmountOnWire, DecisionRequest } from '@switchyard/engine';
import { jsonArray, textArray, timestampArray } from './binary-array.ts';
import type { Statement, Transaction, Writer } from './database.ts';

export interface DecisionRecord {
  readonly id: string;
  readonly request: DecisionRequest;
  /** Chosen first, then the alternatives in their order; empty when there was no route. */
  readonly ranking: readonly RankedRail[];
  readonly snapshotDigest: string;
  readonly createdAt: Date;
}

export interface RankedRail {
  readonly rail: string;
  readonly connection: string;
  readonly cost?: AmountOnWire;
}

const insertMany: Statement<never> = {
  name: 'decisions-insert',
  text: `insert into switchyard.decision (environment_id, id, request, ranking, snapshot_digest, created_at)
    select $1, * from unnest($2::text[], $3::json[], $4::json[], $5::text[], $6::timestamptz[])`,
};

interface DecisionRow {
  readonly id: string;
  readonly request: DecisionRequest;
  readonly ranking: readonly RankedRail[];
  readonly snapshot_digest: string;
  readonly created_at: Date;
}

const selectMany: Statement<DecisionRow> = {
  name: 'decisions-by-id',
  text: `select id, request, ranking, snapshot_digest, created_at from switchyard.decision
    where environment_id = $1 and id = any($2::text[])`,
};

export function insertDecisions(writer: Writer, decisions: readonly DecisionRecord[]): void {
  writer.send(insertMany, [
    writer.environmentId,
    textArray(decisions.map(({ id }) => id)),
    jsonArray(decisions.map(({ request }) => JSON.stringify(request))),
    jsonArray(decisions.map(({ ranking }) => JSON.stringify(ranking))),
    textArray(decisions.map(({ snapshotDigest }) => snapshotDigest)),
    timestampArray(decisions.map(({ createdAt }) => createdAt)),
  ]);
}

export async function findDecisions(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DecisionRecord>> {
  const rows = await tx.query(selectMany, [tx.environmentId, ids]);
  return new Map(
    rows.map(({ snapshot_digest, created_at, ...rest }) => [
      rest.id,
      { ...rest, snapshotDigest: snapshot_digest, createdAt: created_at },
    ]),
  );
}
