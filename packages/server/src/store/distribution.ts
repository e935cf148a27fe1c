/**
 * How the tables spread over the nodes of a Citus cluster: every table by its environment, together with all others of that
 * environment, except the few global ones and those of organisations, which are named here. Read from a migrated database, in an order in which no foreign
 * key points at a table that has not been placed yet.
 */
import { invariant } from '@switchyard/engine';
import type pg from 'pg';

/**
 * Tables that stand outside every environment. The service cannot reach them but through functions, each of which is given what
 * it may find.
 */
export const GLOBAL_TABLES: Readonly<Record<string, string>> = {
  api_key_lookup: 'from the hash of a key to its environment',
  credential_lookup: 'from the hash of a token or session to its organisation',
  environment: 'which environments there are',
  job: 'the queue that all workers take from',
  organisation: 'which organisations there are',
  rate_bucket: 'the rate limits that all nodes share',
  webhook_path: 'from the path of a webhook to its connection',
  webhook_queue: 'the endpoints that all workers deliver to',
};

/** Of an organisation and of none of its environments: people, what they may do and what they did. Small, so they stay together. */
export const ORGANISATION_TABLES: Readonly<Record<string, string>> = {
  audit_entry: 'what operators did',
  audit_head: 'the last hash of each audit log',
  management_token: 'tokens of programs that manage',
  operator: 'the people',
  operator_session: 'their sessions',
  organisation_key: 'the keys their data is sealed under',
};

const UNDISTRIBUTED: Readonly<Record<string, string>> = { ...GLOBAL_TABLES, ...ORGANISATION_TABLES };

interface TableRow {
  readonly name: string;
  readonly references: readonly string[];
  readonly triggers: readonly string[];
}

const TABLES = `
  select c.relname as name,
    array(select distinct f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid order by 1) as references,
    array(select t.tgname::text from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal order by 1) as triggers
  from pg_class c where c.relnamespace = 'switchyard'::regnamespace and c.relkind in ('r', 'p') order by c.relname`;

export async function describeDistribution(client: pg.Client): Promise<string> {
  const { rows } = await client.query<TableRow>(TABLES);
  const globals = rows.filter(({ name }) => name in UNDISTRIBUTED);
  const distributed = inOrder(rows.filter(({ name }) => !(name in UNDISTRIBUTED)));
  const isReferenced = ({ name }: TableRow): boolean =>
    distributed.some((table) => table.references.includes(name)) ||
    globals.some((table) => table.references.includes(name) && isReferenced(table));
  const [first, ...others] = distributed;
  invariant(first !== undefined, 'there are tables to distribute');
  return [
    HEADER,
    '-- Global tables that others refer to are on every node; the rest stay on the coordinator, where their functions run.',
    ...inOrder(globals).map((table) =>
      isReferenced(table)
        ? `select create_reference_table('switchyard.${table.name}');`
        : `-- switchyard.${table.name} stays local: ${UNDISTRIBUTED[table.name]}.`,
    ),
    '',
    ...allowTriggers(distributed),
    `select create_distributed_table('switchyard.${first.name}', 'environment_id');`,
    ...others.map(
      ({ name }) =>
        `select create_distributed_table('switchyard.${name}', 'environment_id', colocate_with => 'switchyard.${first.name}');`,
    ),
    '',
  ].join('\n');
}

const HEADER = `-- Spreads the tables of a migrated database over a Citus cluster, each environment on one node. Run it once, as the owner, on the
-- coordinator, before there is much in them. Written by \`npm run citus\`.
`;

/** Citus takes no trigger on a distributed table unless it is told that the trigger stays within a shard. */
function allowTriggers(tables: readonly TableRow[]): readonly string[] {
  const named = tables.flatMap(({ name, triggers }) =>
    triggers.map((trigger) => `--   ${trigger} on switchyard.${name}`),
  );
  return named.length === 0 ? [] : [TRIGGERS, ...named, 'set citus.enable_unsafe_triggers to on;', ''];
}

const TRIGGERS = `-- These triggers read and write rows of the environment of their own row only, so they find all they need on its node. To be allowed
-- in every session that changes tables, migrations of later releases among them:
--   alter database … set citus.enable_unsafe_triggers to on;`;

/** Whatever a table refers to comes before it. */
function inOrder(tables: readonly TableRow[]): readonly TableRow[] {
  const names = new Set(tables.map(({ name }) => name));
  const placed: TableRow[] = [];
  while (placed.length < tables.length) {
    const next = tables.find(
      (table) =>
        !placed.includes(table) &&
        table.references.every((name) => !names.has(name) || placed.some((one) => one.name === name)),
    );
    invariant(next !== undefined, 'foreign keys lead in no circle');
    placed.push(next);
  }
  return placed;
}
