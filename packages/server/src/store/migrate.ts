/**
 * Brings a database to the newest schema. Migrations are numbered SQL files, forward only, each run in its own
 * transaction and recorded with a checksum, so that a file changed after it ran is noticed. Nodes that start together take
 * turns: each transaction begins with the same advisory lock and looks again at what is still missing. Nothing outlives a
 * transaction, so a pooler that hands each one to another connection does no harm.
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
  const migrations = readdirSync(dir)
    .sort()
    .map((file) => readMigration(dir, file));
  for (const [at, { version }] of migrations.entries()) {
    invariant(version > (migrations[at - 1]?.version ?? 0), `there is one migration of number ${version}`);
  }
  return migrations;
}

/** Applies what is missing and answers how many migrations this node has applied. */
export async function migrate(connection: pg.ClientConfig, migrations = loadMigrations()): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const applied = await inTurn(client, () => prepare(client));
    for (const { version, checksum } of applied) {
      const known = migrations.find((migration) => migration.version === version);
      // A database ahead of this code belongs to a newer release that runs beside it: expand/contract allows that.
      invariant(
        known === undefined || known.checksum === checksum,
        `migration ${version} has not changed since it was applied`,
      );
    }
    const missing = migrations.filter(({ version }) => !applied.some((row) => row.version === version));
    let count = 0;
    for (const migration of missing) if (await inTurn(client, () => apply(client, migration))) count += 1;
    return count;
  } finally {
    await client.end();
  }
}

function readMigration(dir: string, file: string): Migration {
  const match = MIGRATION_FILE.exec(file);
  invariant(
    match?.[1] !== undefined && match[2] !== undefined,
    `${file} is named like 0001-what-it-does.sql`,
  );
  const sql = readFileSync(join(dir, file), 'utf8');
  const checksum = createHash('sha256').update(sql).digest('hex');
  return { version: Number(match[1]), name: match[2], sql, checksum };
}

/** A transaction that no other node's migration runs beside. */
async function inTurn<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const value = await work();
    await client.query('commit');
    return value;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

interface Applied {
  readonly version: number;
  readonly checksum: string;
}

async function prepare(client: pg.Client): Promise<readonly Applied[]> {
  await client.query(
    'create table if not exists public.schema_migration (version integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<Applied>(
    'select version, checksum from public.schema_migration order by version',
  );
  await ensureAppRole(client);
  return rows;
}

/** False when another node has done it meanwhile. */
async function apply(client: pg.Client, { version, name, sql, checksum }: Migration): Promise<boolean> {
  const { rowCount } = await client.query('select from public.schema_migration where version = $1', [
    version,
  ]);
  if (rowCount !== 0) return false;
  try {
    await client.query(sql);
  } catch (error) {
    throw new Error(`Migration ${version} (${name}) failed and was undone`, { cause: error });
  }
  await client.query('insert into public.schema_migration (version, name, checksum) values ($1, $2, $3)', [
    version,
    name,
    checksum,
  ]);
  return true;
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
  // Until the end of this transaction: whoever may not act as the role is told here and not at the first request.
  await client.query('set local role switchyard_app');
}
