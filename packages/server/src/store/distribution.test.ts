/** That every environment could stand on a machine of its own: no key and no query reaches from one into another. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../embedded-postgres/start-embedded-postgres.ts';
import { allStatements, overlooked } from '../testing/all-statements.ts';
import { describeDistribution, GLOBAL_TABLES, ORGANISATION_TABLES } from './distribution.ts';
import { migrate } from './migrate.ts';

const UNDISTRIBUTED = [...Object.keys(GLOBAL_TABLES), ...Object.keys(ORGANISATION_TABLES)];
const dataDir = mkdtempSync(join(tmpdir(), 'switchyard-distribution-'));
let embedded: EmbeddedPostgres;
let client: pg.Client;
let distributed: readonly string[];
before(async () => {
  embedded = await startEmbeddedPostgres({ dataDir });
  await migrate(embedded.connection);
  client = new pg.Client(embedded.connection);
  await client.connect();
  distributed = await column(
    `select relname::text as value from pg_class
      where relnamespace = 'switchyard'::regnamespace and relkind in ('r', 'p') and relname <> all($1)`,
    [UNDISTRIBUTED],
  );
});
after(async () => {
  await client?.end();
  await embedded?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function column(text: string, values: unknown[] = []): Promise<readonly string[]> {
  return (await client.query<{ value: string }>(text, values)).rows.map(({ value }) => value);
}

test('the environment leads every primary key, unique index and foreign key of what is distributed', async () => {
  const stray = await column(
    `select i.indexrelid::regclass::text as value from pg_index i join pg_class c on c.oid = i.indrelid
        left join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where c.relnamespace = 'switchyard'::regnamespace and c.relname = any($1)
        and (i.indisprimary or i.indisunique) and a.attname is distinct from 'environment_id'
    union all
    select c.relname || ' has no primary key' from pg_class c
      where c.relnamespace = 'switchyard'::regnamespace and c.relname = any($1)
        and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary)
    union all
    select k.conname from pg_constraint k join pg_class c on c.oid = k.conrelid
        join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
        join pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[1]
      where k.contype = 'f' and c.relnamespace = 'switchyard'::regnamespace and c.relname = any($1)
        and (a.attname <> 'environment_id' or f.attname <> 'environment_id')`,
    [distributed],
  );
  assert.deepEqual(stray, []);
});

test('the statements for Citus place every table once, and no foreign key points at one that comes later', async () => {
  const script = await describeDistribution(client);
  const placed = [...script.matchAll(/create_(distributed|reference)_table\('switchyard\.(\w+)'/g)];
  const local = [...script.matchAll(/^-- switchyard\.(\w+) stays local/gm)].map(([, name]) => name);
  const spread = placed.filter(([, kind]) => kind === 'distributed').map(([, , name]) => name);
  assert.deepEqual(spread.toSorted(), [...distributed].sort());
  const everything = [...placed.map(([, , name]) => name), ...local];
  assert.deepEqual(everything.toSorted(), [...distributed, ...UNDISTRIBUTED].sort());
  const keys = await client.query<{ from: string; to: string }>(
    `select c.relname as from, f.relname as to from pg_constraint k join pg_class c on c.oid = k.conrelid
      join pg_class f on f.oid = k.confrelid
      where k.contype = 'f' and c.relnamespace = 'switchyard'::regnamespace and c.oid <> f.oid and c.relname = any($1)`,
    [distributed],
  );
  assert.ok(keys.rows.length > 0);
  for (const { from, to } of keys.rows)
    assert.ok(everything.indexOf(to) < everything.indexOf(from), `${to} is placed before ${from}`);
});

test('every trigger that Citus has to be told of is named, and none on a table that stays where it is', async () => {
  const script = await describeDistribution(client);
  const named = [...script.matchAll(/^-- {3}(\w+) on switchyard\.(\w+)$/gm)].map(([, ...names]) =>
    names.join(' '),
  );
  const there = await column(
    `select t.tgname || ' ' || c.relname as value from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not t.tgisinternal and c.relnamespace = 'switchyard'::regnamespace and c.relname = any($1)`,
    [distributed],
  );
  assert.ok(there.length > 1);
  assert.deepEqual(named.toSorted(), there.toSorted());
  assert.ok(
    script.indexOf('set citus.enable_unsafe_triggers to on;') < script.indexOf('create_distributed_table'),
  );
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Schema?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Plan[];
}

/** The scans of distributed tables that could find rows of more than one environment. */
function crossings(plan: Plan): readonly string[] {
  const relation = plan['Relation Name'];
  const conditions = [plan['Index Cond'], plan['Recheck Cond'], plan.Filter].join(' ');
  const isScan =
    plan['Node Type'] !== 'ModifyTable' && relation !== undefined && distributed.includes(relation);
  const crosses = isScan && !/\benvironment_id = /.test(conditions) ? [`${relation}: ${conditions}`] : [];
  return [...crosses, ...(plan.Plans ?? []).flatMap(crossings)];
}

async function crossingsOf(text: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>(
    `explain (generic_plan, verbose, format json) ${text}`,
  );
  return (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan: plan }) => crossings(plan));
}

test('no statement of the store looks at rows of more than one environment, row-level security apart', async () => {
  const statements = await allStatements();
  assert.deepEqual(overlooked(), [], 'every statement of the store is known');
  // Security would narrow every scan to one environment by itself, and hide a statement that forgets to.
  for (const name of distributed)
    await client.query(`alter table switchyard.${name} disable row level security`);
  const stray: string[] = [];
  for (const { file, name, text } of statements) {
    if (!/\bswitchyard\.\w/.test(text)) continue;
    for (const crossing of await crossingsOf(text)) stray.push(`${file} ${name}: ${crossing}`);
    const inserted = /insert into switchyard\.(\w+)(?: as \w+)?\s*\((\w+)/.exec(text);
    if (inserted !== null && distributed.includes(inserted[1] ?? '') && inserted[2] !== 'environment_id')
      stray.push(`${file} ${name}: inserts without naming the environment first`);
  }
  assert.deepEqual(stray, []);
  const careless = await crossingsOf('select * from switchyard.customer where id = $1');
  assert.equal(careless.length, 1, 'a statement that forgets its environment is seen');
});

test('no function of the database looks at rows of more than one environment', async () => {
  const bodies = await column(
    `select prosrc as value from pg_proc where pronamespace = 'switchyard'::regnamespace`,
  );
  const statements = bodies.flatMap((body) => body.split(';'));
  const about = statements.filter((text) =>
    [...text.matchAll(/\b(?:from|join|update|into) switchyard\.(\w+)/g)].some(([, name = '']) =>
      distributed.includes(name),
    ),
  );
  assert.ok(about.length > 0);
  for (const text of about) assert.match(text, /\benvironment_id = /);
});
