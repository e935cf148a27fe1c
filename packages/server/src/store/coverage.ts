import type { Coverage } from '@switchyard/engine';
import type { Statement, Transaction } from './database.ts';

const lock: Statement<never> = {
  name: 'coverage-lock',
  text: `select pg_advisory_xact_lock(hashtextextended('coverage ' || $1, 0))`,
};

const select: Statement<{
  readonly institution_id: string;
  readonly country: string;
  readonly rails: Coverage['rails'];
}> = {
  name: 'coverage-read',
  text: `select institution_id, country, rails from switchyard.coverage where environment_id = $1 order by institution_id`,
};

const remove: Statement<never> = {
  name: 'coverage-delete',
  text: 'delete from switchyard.coverage where environment_id = $1 and not institution_id = any($2)',
};

const upsert: Statement<never> = {
  name: 'coverage-upsert',
  text: `insert into switchyard.coverage (environment_id, institution_id, country, rails)
    select $1, * from unnest($2::text[], $3::text[], $4::json[])
    on conflict (environment_id, institution_id) do update set country = excluded.country, rails = excluded.rails`,
};

/** Whoever computes coverage anew takes turns, and reads what it is computed from only then. */
export async function lockCoverage(tx: Transaction): Promise<void> {
  await tx.query(lock, [tx.environmentId]);
}

export async function readCoverage(tx: Transaction): Promise<readonly Coverage[]> {
  const rows = await tx.query(select, [tx.environmentId]);
  return rows.map(({ institution_id, country, rails }) => ({ institution: institution_id, country, rails }));
}

export async function replaceCoverage(tx: Transaction, coverage: readonly Coverage[]): Promise<void> {
  const ids = coverage.map(({ institution }) => institution);
  tx.send(remove, [tx.environmentId, ids]);
  tx.send(upsert, [
    tx.environmentId,
    ids,
    coverage.map(({ country }) => country),
    coverage.map(({ rails }) => JSON.stringify(rails)),
  ]);
}
