/**
 * Writes a pgbench script from the statements the service sent. The text of a statement stays as it is; only its
 * parameters become pgbench's variables. A value that differs from one request to the next is computed anew for every
 * transaction, also where it stands inside another value; all others are sent as they were.
 *
 * Where the service lets a Sync end its transaction instead of a COMMIT, only a pipeline can do the same; without one,
 * pgbench sends BEGIN and COMMIT around those statements.
 *
 * pgbench computes with integers only, so what varies is a number of nineteen digits. Inside another value it is put in its
 * place by the database, which costs a call of `replace`.
 */
import type { SentStatement } from './postgres-tap.ts';
import type { BoundValue } from './wire-messages.ts';

export interface PgbenchScript {
  readonly text: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** By what was bound in the recording (bytes as Postgres writes them): the SQL that takes its place, of some variable. */
export type VaryingValues = ReadonlyMap<string, string>;

/** By the text of a statement: the types of its parameters, as Postgres names them. */
export type ParameterTypes = ReadonlyMap<string, readonly string[]>;

export interface ScriptOptions {
  readonly statements: readonly SentStatement[];
  readonly varying: VaryingValues;
  /** Of the statements in whose values something varies; of the others only whole values do. */
  readonly types?: ParameterTypes;
  /** The `\set` lines that give the variables their values. */
  readonly setup: readonly string[];
  readonly style: 'plain' | 'pipelined';
  /** The statements that name this value must find exactly one row. */
  readonly mustFind?: string;
}

/** A value as text; bytes as Postgres reads them. */
export function textOf(value: Exclude<BoundValue, null>): string {
  return typeof value === 'string' ? value : `\\x${value.toString('hex')}`;
}

export function pgbenchScript(options: ScriptOptions): PgbenchScript {
  const variables: Record<string, string> = {};
  const statements = options.statements.map((statement, index) => ({
    ...statement,
    sql: withVariables(statement, index, options, variables) + ending(options, statement),
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
  options: ScriptOptions,
  variables: Record<string, string>,
): string {
  return statement.text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const value = statement.values[Number(number) - 1];
    if (value === undefined) throw new Error(`Nothing was bound to $${number} of: ${statement.text}`);
    // A variable of pgbench cannot be null, and not empty.
    if (value === null) return 'null';
    if (value === '') return "''";
    const whole = options.varying.get(textOf(value));
    if (whole !== undefined) return whole;
    const constant = `s${index}p${number}`;
    variables[constant] = textOf(value);
    const inside = typeof value === 'string' ? variesInside(value, options.varying) : [];
    const type = options.types?.get(statement.text)?.[Number(number) - 1];
    if (inside.length === 0 || type === undefined) return `:${constant}`;
    const replaced = inside.reduce(
      (sql, [token, other]) => `replace(${sql}, '${token}', ${other})`,
      `:${constant}`,
    );
    return `${replaced}::${type}`;
  });
}

/** What varies inside a value, as a word of its own. */
export function variesInside(
  value: string,
  varying: VaryingValues,
): readonly (readonly [token: string, sql: string])[] {
  return [...varying].filter(([token]) => value !== token && WORD.test(token) && value.includes(token));
}

/** Long enough to mean nothing else, and with nothing in it that SQL or JSON would write otherwise. */
const WORD = /^[\w-]{20,}$/;

/** `\gset` insists on one row. */
function ending({ mustFind }: ScriptOptions, { values }: SentStatement): string {
  return mustFind !== undefined && values.includes(mustFind) ? ' \\gset' : ';';
}
