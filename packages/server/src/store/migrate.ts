/**
 * Brings a database to the newest schema. Migrations are numbered SQL files, forward only, each run in its own
 * transaction and recorded with a checksum, so that a file changed after it ran is noticed. Nodes that start
 * together take turns under an advisory lock.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { invariant } from '@switchyard/engine';
import pg from 'pg';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

const MIGRATIONS_DIR = join(import.meta.dirname, 'migrations');
/** Any fixed number will do; it only has to be the same on every node. */
const MIGRATION_LOCK = 4_400_001;
const MIGRATION_FILE = /^(\d{4})-([a-z0-9-]+)\.sql$/;

export function loadMigrations(dir: string = MIGRATIONS_DIR): readonly Migration[] {
  return readdirSync(dir)
    .sort()
    .map((file, index) => {
      const match = MIGRATION_FILE.exec(file);
      invariant(
        match?.[1] !== undefined && match[2] !== undefined,
        `${file} is named like 0001-what-it-does.sql`,
      );
      const version = Number(match[1]);
      invariant(
        version === index + 1,
        `migrations are numbered without gaps, yet ${file} is number ${index + 1}`,
      );
      const sql = readFileSync(join(dir, file), 'utf8');
      return { version, name: match[2], sql, checksum: createHash('sha256').update(sql).digest('hex') };
    });
}

/** Applies what is missing and answers how many migrations that were. */
export async function migrate(connection: pg.ClientConfig, migrations = loadMigrations()): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await ensureAppRole(client);
    return await applyMissing(client, migrations);
  } finally {
    await client.end();
  }
}

async function applyMissing(client: pg.Client, migrations: readonly Migration[]): Promise<number> {
  await client.query(
    'create table if not exists public.schema_migration (version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ version: number; checksum: string }>(
    'select version, checksum from public.schema_migration order by version',
  );
  for (const applied of rows) {
    const known = migrations[applied.version - 1];
    // A database ahead of this code belongs to a newer release that runs beside it: expand/contract allows that.
    if (known === undefined) continue;
    invariant(
      known.checksum === applied.checksum,
      `migration ${known.version} has not changed since it was applied`,
    );
  }
  const missing = migrations.filter((migration) => !rows.some((row) => row.version === migration.version));
  for (const migration of missing) await apply(client, migration);
  return missing.length;
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into public.schema_migration (version, name, checksum) values ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.version} (${migration.name}) failed and was undone`, {
      cause: error,
    });
  }
}

/** Roles belong to the whole cluster, so another database on it may have made ours already, even at this moment. */
async function ensureAppRole(client: pg.Client): Promise<void> {
  await client.query(`do $$
    begin
      if not exists (select from pg_roles where rolname = 'switchyard_app') then
        create role switchyard_app nologin;
      end if;
    exception when duplicate_object or unique_violation then
      null;
    end
    $$`);
  // Making a role does not let one act as it (Postgres 16); having been granted it by somebody else does.
  await client.query(`do $$
    begin
      execute format('grant switchyard_app to %I', current_user);
    exception when insufficient_privilege or internal_error then
      null;
    end
    $$`);
  await client.query('set role switchyard_app');
  await client.query('reset role');
}
