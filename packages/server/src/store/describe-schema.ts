/**
 * Writes down a database's schema as text, in the words Postgres itself has for it: tables, constraints, indexes,
 * policies, triggers, functions and grants. The committed `schema.sql` is this text, so that a review of a
 * migration shows what it leads to, and a test notices when the two part ways.
 */
import type pg from 'pg';

const TABLES = `
  select c.relname as name, c.relpersistence = 'u' as unlogged, c.relrowsecurity as rls, c.relforcerowsecurity as forced,
    (select string_agg(format('  %I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
        case when a.attcollation <> t.typcollation then ' collate ' || quote_ident(co.collname) else '' end,
        case when a.attnotnull then ' not null' else '' end,
        coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')), E',\\n' order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
        left join pg_collation co on co.oid = a.attcollation
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
  from pg_class c where c.relnamespace = 'switchyard'::regnamespace and c.relkind = 'r' order by c.relname`;

/** Not-null constraints are part of the columns above; Postgres 18 lists them here too. */
const CONSTRAINTS = `
  select conrelid::regclass::text as of, format('constraint %I %s', conname, pg_get_constraintdef(oid)) as line
  from pg_constraint where connamespace = 'switchyard'::regnamespace and contype in ('p', 'u', 'f', 'c')
  order by 1, contype, conname`;

const INDEXES = `
  select indexrelid::regclass::text as name, indrelid::regclass::text as of, pg_get_indexdef(indexrelid) as line
  from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = 'switchyard'::regnamespace
    and not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u'))
  order by 2, 1`;

const POLICIES = `
  select tablename as of, format('create policy %I on switchyard.%I for %s to %s using (%s)', policyname, tablename,
    lower(cmd), array_to_string(roles, ', '), qual) as line
  from pg_policies where schemaname = 'switchyard' order by 1, 2`;

const TRIGGERS = `
  select tgrelid::regclass::text as of, pg_get_triggerdef(t.oid) as line
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'switchyard'::regnamespace and not tgisinternal order by 1, 2`;

const FUNCTIONS = `
  select pg_get_functiondef(oid) as line from pg_proc
  where pronamespace = 'switchyard'::regnamespace order by proname`;

const GRANTS = `
  select format('grant %s on switchyard.%I to switchyard_app', string_agg(lower(privilege_type), ', '
    order by privilege_type), table_name) as line
  from information_schema.role_table_grants
  where table_schema = 'switchyard' and grantee = 'switchyard_app' group by table_name order by table_name`;

export async function describeSchema(client: pg.Client): Promise<string> {
  const query = async <Row extends pg.QueryResultRow>(text: string) => (await client.query<Row>(text)).rows;
  const tables = await query<Table>(TABLES);
  const lines = {
    constraints: await query<Line>(CONSTRAINTS),
    indexes: await query<Line>(INDEXES),
    policies: await query<Line>(POLICIES),
    triggers: await query<Line>(TRIGGERS),
  };
  const functions = await query<{ line: string }>(FUNCTIONS);
  const grants = await query<{ line: string }>(GRANTS);
  const of = (kind: readonly Line[], table: string) =>
    kind.filter((row) => row.of === table || row.of === `switchyard.${table}`).map((row) => row.line);
  const sections = tables.map(({ name, unlogged, rls, forced, columns }) =>
    [
      `create ${unlogged ? 'unlogged ' : ''}table switchyard.${name} (`,
      [columns, ...of(lines.constraints, name).map((line) => `  ${line}`)].join(',\n'),
      ');',
      ...(rls ? [`alter table switchyard.${name} enable row level security;`] : []),
      ...(forced ? [`alter table switchyard.${name} force row level security;`] : []),
      ...[...of(lines.indexes, name), ...of(lines.policies, name), ...of(lines.triggers, name)].map(
        (line) => `${line};`,
      ),
    ].join('\n'),
  );
  return `${[HEADER, ...sections, ...functions.map(({ line }) => `${line.trim()};`), grants.map(({ line }) => `${line};`).join('\n')].join('\n\n')}\n`;
}

interface Table extends pg.QueryResultRow {
  readonly name: string;
  readonly unlogged: boolean;
  readonly rls: boolean;
  readonly forced: boolean;
  readonly columns: string;
}

interface Line extends pg.QueryResultRow {
  readonly of: string;
  readonly line: string;
}

const HEADER = `-- What the migrations lead to. Written by \`npm run schema\`; a test holds it against a freshly migrated database.`;
