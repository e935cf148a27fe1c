import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../embedded-postgres/start-embedded-postgres.ts';
import { loadMigrations, type Migration, migrate } from './migrate.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-migrate-'));
let embedded: EmbeddedPostgres;
let client: pg.Client;
before(async () => {
  embedded = await startEmbeddedPostgres({ dataDir });
  client = new pg.Client(embedded.connection);
  await client.connect();
});
beforeEach(async () => {
  await client.query(
    'drop schema if exists switchyard cascade; drop table if exists public.schema_migration, public.m',
  );
});
after(async () => {
  await client?.end();
  await embedded?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const migration = (version: number, sql: string): Migration => ({
  version,
  name: `m${version}`,
  sql,
  checksum: `${version} ${sql}`,
});
const FIRST = migration(1, 'create table public.m (n integer); insert into public.m values (1)');
const SLOW = migration(2, 'select pg_sleep(0.3); insert into public.m values (2)');
const applied = async () =>
  (await client.query<{ n: number }>('select n from public.m order by n')).rows.map(({ n }) => n);

test('nodes that start together apply each migration once, and each waits until all are there', async () => {
  const counts = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const count = await migrate(embedded.connection, [FIRST, SLOW]);
      assert.deepEqual(await applied(), [1, 2]);
      return count;
    }),
  );
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    2,
  );
});

test('a migration that fails is undone whole, and those before it stand', async () => {
  const broken = migration(3, 'insert into public.m values (3); select 1 / 0');
  await assert.rejects(migrate(embedded.connection, [FIRST, SLOW, broken]), /Migration 3/);
  assert.deepEqual(await applied(), [1, 2]);
  assert.equal(await migrate(embedded.connection, [FIRST, SLOW]), 0);
});

test('a migration that has changed since it was applied is noticed', async () => {
  await migrate(embedded.connection, [FIRST]);
  await assert.rejects(
    migrate(embedded.connection, [{ ...FIRST, checksum: 'another' }]),
    /migration 1 has not changed/,
  );
});

test('a release starts on a database that a newer one has migrated already', async () => {
  const known = loadMigrations();
  const newer = migration((known.at(-1)?.version ?? 0) + 1, 'create table switchyard.of_the_future ()');
  assert.equal(await migrate(embedded.connection, [...known, newer]), known.length + 1);
  assert.equal(await migrate(embedded.connection, known), 0);
});

test('nothing of it is left behind on the connection', async () => {
  await migrate(embedded.connection, [FIRST]);
  const { rows } = await client.query(`select 1 from pg_locks where locktype = 'advisory'`);
  assert.deepEqual(rows, []);
});
