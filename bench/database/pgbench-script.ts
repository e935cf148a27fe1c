/**
 * Writes a pgbench script from the statements the service sent. The text of a statement stays as it is; only its
 * parameters become pgbench's variables. A value that differs from one request to the next is computed anew for every
 * transaction; all others are sent as they were.
 *
 * Where the service lets a Sync end its transaction instead of a COMMIT, only a pipeline can do the same; without one,
 * pgbench sends BEGIN and COMMIT around those statements.
 *
 * pgbench computes with integers only, so ids, user ids and Idempotency-Keys are numbers of nineteen digits here. Ids
 * of customers grow, as ours do; the other two are random, as they are in the requests of the load generator.
 */
import type { SentStatement } from './postgres-tap.ts';
import type { BoundValue } from './wire-messages.ts';

export interface PgbenchScript {
  readonly text: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** What stood where in the recorded request: each of these values is replaced wherever it was bound. */
export interface VaryingValues {
  readonly customerId: string;
  readonly externalId?: string;
  readonly idempotencyKey?: string;
}

export interface ScriptOptions {
  readonly statements: readonly SentStatement[];
  readonly varying: VaryingValues;
  /** The `\set` lines that give `customer`, and for writes `external` and `key`, their values. */
  readonly setup: readonly string[];
  readonly style: 'plain' | 'pipelined' | 'checked';
}

/** One more customer. Clients count side by side, so that numbers grow as ids made by a clock do. */
export const NEW_CUSTOMER = [
  '\\set made :made + 1',
  '\\set customer :base + :made * 1000 + :client_id',
  '\\set external random(1000000000000000000, 9000000000000000000)',
  '\\set key random(1000000000000000000, 9000000000000000000)',
] as const;

/** Any of those that `clients` clients have made `each` of. */
export function someCustomer(base: bigint, clients: number, each: number): readonly string[] {
  return [`\\set customer ${base} + random(1, ${each}) * 1000 + random(0, ${clients - 1})`];
}

export function pgbenchScript(options: ScriptOptions): PgbenchScript {
  const variables: Record<string, string> = {};
  const sql = (statement: SentStatement, index: number): string =>
    withVariables(statement, index, options.varying, variables) + ending(options, statement);
  const statements = options.statements.map((statement, index) => ({
    ...statement,
    sql: sql(statement, index),
  }));
  const lines = options.style === 'pipelined' ? pipelines(statements) : transactions(statements);
  return { text: `${[...options.setup, ...lines].join('\n')}\n`, variables };
}

interface ScriptStatement extends SentStatement {
  readonly sql: string;
}

function pipelines(statements: readonly ScriptStatement[]): readonly string[] {
  const trips = Map.groupBy(statements, ({ roundTrip }) => roundTrip).values();
  return [...trips].flatMap((trip) => ['\\startpipeline', ...trip.map(({ sql }) => sql), '\\endpipeline']);
}

function transactions(statements: readonly ScriptStatement[]): readonly string[] {
  const lines: string[] = [];
  let inBlock = false;
  for (const group of Map.groupBy(statements, ({ sync }) => sync).values()) {
    const texts = group.map(({ text }) => text.trim().toLowerCase());
    const implicit = !inBlock && group.length > 1 && !texts.includes('begin');
    const sql = group.map((statement) => statement.sql);
    lines.push(...(implicit ? ['begin;', ...sql, 'commit;'] : sql));
    const ends = texts.includes('commit') || texts.includes('rollback');
    inBlock = !ends && (inBlock || texts.includes('begin'));
  }
  return lines;
}

function withVariables(
  statement: SentStatement,
  index: number,
  varying: VaryingValues,
  variables: Record<string, string>,
): string {
  return statement.text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const value = statement.values[Number(number) - 1];
    if (value === undefined) throw new Error(`Nothing was bound to $${number} of: ${statement.text}`);
    // A variable of pgbench cannot be null.
    if (value === null) return 'null';
    const name = varyingName(value, varying);
    if (name !== undefined) return `:${name}`;
    const constant = `s${index}p${number}`;
    variables[constant] = typeof value === 'string' ? value : `\\x${value.toString('hex')}`;
    return `:${constant}`;
  });
}

function varyingName(value: BoundValue, varying: VaryingValues): string | undefined {
  if (value === varying.customerId) return 'customer';
  if (value === varying.externalId) return 'external';
  return value === varying.idempotencyKey ? 'key' : undefined;
}

/** A checked script fails unless the statement that names the customer finds it: `\gset` insists on one row. */
function ending({ style, varying }: ScriptOptions, statement: SentStatement): string {
  return style === 'checked' && statement.values.includes(varying.customerId) ? ' \\gset' : ';';
}
