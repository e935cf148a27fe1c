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
import { loadMigrations, type Migration, type MigrationStep, migrate } from './migrate.ts';

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

test('connections that were there before they had places get them in the order that their rails ranked in', async () => {
  const known = loadMigrations();
  const places = known.findIndex(({ name }) => name === 'connection-places');
  await migrate(embedded.connection, known.slice(0, places));
  await client.query(
    `insert into switchyard.organisation (id, name, created_at) values ('org_1', 'One', now())`,
  );
  for (const id of ['env_1', 'env_2']) {
    await client.query(`select set_config('switchyard.environment', $1, false)`, [id]);
    await client.query(EARLY_CONNECTIONS.replaceAll('$1', `'${id}'`));
  }
  await client.query(
    `update switchyard.connection set position = 6 - right(id, 1)::integer where environment_id = 'env_2'`,
  );
  await client.query('reset switchyard.environment');
  await migrate(embedded.connection, known);
  const keysOf = async (id: string) => {
    await client.query(`select set_config('switchyard.environment', $1, false)`, [id]);
    const { rows } = await client.query<{ config_key: string }>(
      'select config_key from switchyard.connection order by position',
    );
    return rows.map(({ config_key }) => config_key);
  };
  assert.deepEqual(await keysOf('env_1'), ['y', 'z', 'q', 'm', 'a']);
  assert.deepEqual(await keysOf('env_2'), ['q', 'z', 'y', 'm', 'a'], 'a file has said already');
});

const CHANGING = migration(
  2,
  'alter table public.m add column changed boolean; insert into public.m values (2)',
);
const HASTY = { timeoutMs: 100, pauseMs: 100, triesMax: 100 };

test('a migration that waits for a table lets everybody else pass, and is tried again until it has it', {
  timeout: 30_000,
}, async () => {
  await migrate(embedded.connection, [FIRST]);
  const [holder, reader] = [new pg.Client(embedded.connection), new pg.Client(embedded.connection)];
  await Promise.all([holder.connect(), reader.connect()]);
  try {
    await holder.query('begin; lock table public.m in access share mode');
    const steps: MigrationStep[] = [];
    const waited = Promise.withResolvers<void>();
    const migrating = migrate(
      embedded.connection,
      [FIRST, CHANGING],
      (step) => {
        steps.push(step);
        if (step.tries === 2) waited.resolve();
      },
      HASTY,
    );
    await waited.promise;
    // Behind one that waits without end this would wait too.
    await reader.query(`set statement_timeout = '5s'`);
    await reader.query('select from public.m');
    await holder.query('commit');
    assert.equal(await migrating, 1);
    assert.deepEqual(steps[0], { kind: 'waits', version: 2, name: 'm2', tries: 1 });
    assert.equal(steps.at(-1)?.kind, 'applied');
    assert.deepEqual(await applied(), [1, 2]);
  } finally {
    await Promise.all([holder.end(), reader.end()]);
  }
});

test('a migration that never gets its table gives up, and says which it is', async () => {
  await migrate(embedded.connection, [FIRST]);
  const holder = new pg.Client(embedded.connection);
  await holder.connect();
  try {
    await holder.query('begin; lock table public.m in access share mode');
    await assert.rejects(
      migrate(embedded.connection, [FIRST, CHANGING], undefined, { ...HASTY, triesMax: 2 }),
      /Migration 2 \(m2\) failed and was undone/,
    );
  } finally {
    await holder.end();
  }
  assert.deepEqual(await applied(), [1]);
});

/** Zeta ranks above mid at one bank, and mid above alpha at another: so the file had zeta, mid and alpha, whatever their ids say. */
const EARLY_CONNECTIONS = `
  insert into switchyard.environment (environment_id, organisation_id, mode, name, created_at)
    values ($1, 'org_1', 'test', 'Test', now());
  insert into switchyard.connection (environment_id, id, config_key, rail, mode, status, body, created_at, updated_at)
    select $1, 'con_' || n, key, rail, 'decide', 'ready', '{}', now(), now() from (values
      (1, 'a', 'alpha'), (2, 'm', 'mid'), (3, 'y', 'zeta'), (4, 'z', 'zeta'), (5, 'q', 'unranked')) c (n, key, rail);
  insert into switchyard.coverage (environment_id, institution_id, country, rails)
    select $1, 'b' || n, 'DE', rails::json from (values
      (1, '[{"rail":"mid","rank":2,"restricted":[]},{"rail":"zeta","rank":1,"restricted":[]}]'),
      (2, '[{"rail":"mid","rank":1,"restricted":[]},{"rail":"alpha","rank":2,"restricted":[]}]'),
      (3, '[{"rail":"alpha","rank":1,"restricted":[]}]'),
      (4, '[{"rail":"alpha","rank":1,"restricted":[]}]')) b (n, rails)`;

test('nothing of it is left behind on the connection', async () => {
  await migrate(embedded.connection, [FIRST]);
  const { rows } = await client.query(`select 1 from pg_locks where locktype = 'advisory'`);
  assert.deepEqual(rows, []);
});
