/**
 * Brings a database to the newest schema. Migrations are numbered SQL files, forward only, each run in its own
 * transaction and recorded with a checksum, so that a file changed after it ran is noticed. Nodes that start together take
 * turns: each transaction begins with the same advisory lock and looks again at what is still missing. Nothing outlives a
 * transaction, so a pooler that hands each one to another connection does no harm.
 *
 * Nodes of the release before run on meanwhile. A migration that waits for a table holds up whoever comes to that table after it, so
 * none waits for longer than a moment: it is undone, lets the others pass, and is tried again.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { invariant } from '@switchyard/engine';
import pg from 'pg';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

export interface MigrationStep extends Pick<Migration, 'version' | 'name'> {
  /** `waits`: a table that it changes is in use, and it will be tried again. */
  readonly kind: 'applied' | 'waits';
  /** How often it was tried so far. */
  readonly tries: number;
}

export interface LockPatience {
  /** How long a statement of a migration waits for a table, and everybody else behind it. */
  readonly timeoutMs: number;
  readonly pauseMs: number;
  readonly triesMax: number;
}

/** Three minutes in all. Whoever keeps a table for longer is no request of ours. */
const LOCK_PATIENCE: LockPatience = { timeoutMs: 1_000, pauseMs: 2_000, triesMax: 60 };

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
export async function migrate(
  connection: pg.ClientConfig,
  migrations = loadMigrations(),
  onStep: (step: MigrationStep) => void = () => undefined,
  patience = LOCK_PATIENCE,
): Promise<number> {
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
    for (const migration of missing)
      if (await applyPatiently(client, migration, onStep, patience)) count += 1;
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
async function applyPatiently(
  client: pg.Client,
  migration: Migration,
  onStep: (step: MigrationStep) => void,
  { timeoutMs, pauseMs, triesMax }: LockPatience,
): Promise<boolean> {
  const { version, name } = migration;
  for (let tries = 1; ; tries += 1) {
    try {
      const isOurs = await inTurn(client, () => apply(client, migration, timeoutMs));
      if (isOurs) onStep({ kind: 'applied', version, name, tries });
      return isOurs;
    } catch (error) {
      if (!isForWantOfLock(error) || tries >= triesMax) throw error;
      onStep({ kind: 'waits', version, name, tries });
      await pause(pauseMs);
    }
  }
}

/** A lock that was not to be had in time, or only by whoever was waiting for one of ours. */
function isForWantOfLock(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && (cause.code === '55P03' || cause.code === '40P01');
}

async function apply(
  client: pg.Client,
  { version, name, sql, checksum }: Migration,
  lockTimeoutMs: number,
): Promise<boolean> {
  const { rowCount } = await client.query('select from public.schema_migration where version = $1', [
    version,
  ]);
  if (rowCount !== 0) return false;
  // Only now: for its turn among the nodes a migration waits as long as it takes.
  await client.query(`select set_config('lock_timeout', $1, true)`, [`${lockTimeoutMs}ms`]);
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
