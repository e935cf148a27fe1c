/** Snapshots that were cut: kept, gzipped, for as long as a decision cites them or a node decides by them. */
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Snapshot } from '@switchyard/engine';
import type { Database, Statement } from './database.ts';

/** Two nodes that cut the same snapshot agree on its digest, and so on its row and its version. */
const insertSnapshot: Statement<{ readonly version: number }> = {
  name: 'snapshot-insert',
  text: `with used as (
      update switchyard.routing_snapshot set used_at = greatest(used_at, $4) where environment_id = $1 and digest = $2
      returning version
    ), written as (
      insert into switchyard.routing_snapshot (environment_id, digest, version, body, created_at, used_at)
      select $1, $2, 1 + coalesce(max(version), 0), $3, $4, $4 from switchyard.routing_snapshot
      where environment_id = $1 having not exists (select from used)
      on conflict do nothing returning version
    )
    select version from used union all select version from written`,
};

const selectSnapshot: Statement<{ readonly version: number; readonly body: Buffer }> = {
  name: 'snapshot-by-digest',
  text: 'select version, body from switchyard.routing_snapshot where environment_id = $1 and digest = $2',
};

const CUT_TRIES_MAX = 5;

/** Answers the version under which the snapshot is kept; one that is there already is in use again. */
export async function keepSnapshot(
  db: Database,
  environmentId: string,
  snapshot: { readonly digest: string; readonly gzipped: Buffer; readonly createdAt: Date },
): Promise<number> {
  const values = [environmentId, snapshot.digest, snapshot.gzipped, snapshot.createdAt];
  for (let tries = 0; tries < CUT_TRIES_MAX; tries += 1) {
    // No row: another node took the version in between, for another snapshot or for this one. The next look sees it.
    const version = await db.transaction(environmentId, async (tx) => {
      const [row] = await tx.query(insertSnapshot, values);
      return { commit: true, value: row?.version };
    });
    if (version !== undefined) return version;
  }
  throw new Error('A snapshot could not be given a version');
}

/** True when a decision could not be written because the snapshot it cites is not there any more. */
export function isSnapshotGone(error: unknown): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === CITED_SNAPSHOT;
}

/** A trigger raises it under the name of the foreign key that it replaced, which nodes of the release before wait for. */
const CITED_SNAPSHOT = 'decision_environment_id_snapshot_digest_fkey';

export async function findSnapshot(
  db: Database,
  environmentId: string,
  digest: string,
): Promise<Snapshot | undefined> {
  const [row] = await db.read(environmentId, selectSnapshot, [environmentId, digest]);
  if (row === undefined) return undefined;
  const text = (await promisify(gunzip)(row.body)).toString();
  // `keepSnapshot` is the only writer, and it writes snapshots.
  return { ...(JSON.parse(text) as Snapshot), version: row.version };
}
