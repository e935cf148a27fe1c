/**
 * Several statements and one Sync: they leave together, are answered together, and cost Postgres one round of its
 * loop instead of one each. Without a BEGIN among them, or one before them, they are a transaction of their own, which
 * the Sync commits; so what `set_config(…, true)` sets lasts until then. A failure skips whatever follows it in the
 * batch, and fails the batch as a whole: of such a transaction nothing stands.
 */
import { invariant } from '@switchyard/engine';
import pg from 'pg';
import { NO_ROWS, type PreparedStatement, type PreparedStatements, rowShape } from './prepared-statements.ts';
import type { BoundStatement, StatementAnswer } from './statement.ts';
import { type WireValue, wireValue } from './wire-value.ts';

export function sendBatch(
  client: pg.Client,
  prepared: PreparedStatements,
  statements: readonly BoundStatement[],
): Promise<readonly StatementAnswer[]> {
  return new Promise((resolve, reject) => {
    const values = statements.map((bound) => bound.values.map(wireValue));
    client.query(new Batch(prepared, statements, values, resolve, reject));
  });
}

/** A Query has a text; a batch's own is never sent. */
const BATCH = 'batch';

/** pg takes subclasses of its Query only; it calls the methods below as Postgres answers. */
class Batch extends pg.Query {
  readonly #prepared: PreparedStatements;
  readonly #statements: readonly BoundStatement[];
  readonly #values: readonly WireValue[][];
  readonly #resolve: (answers: readonly StatementAnswer[]) => void;
  readonly #reject: (error: unknown) => void;
  readonly #sent: PreparedStatement[] = [];
  readonly #answers: StatementAnswer[] = [];
  #rows: unknown[] = [];
  #unreadable: unknown;

  constructor(
    prepared: PreparedStatements,
    statements: readonly BoundStatement[],
    values: readonly WireValue[][],
    resolve: (answers: readonly StatementAnswer[]) => void,
    reject: (error: unknown) => void,
  ) {
    super(BATCH);
    this.#prepared = prepared;
    this.#statements = statements;
    this.#values = values;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  override readonly submit = (connection: pg.Connection): Error | null => {
    connection.stream.cork();
    this.#statements.forEach((bound, index) => {
      const statement = this.#prepared.find(bound.statement);
      this.#sent.push(statement);
      if (statement.state === 'new') {
        connection.parse({ name: statement.name, text: statement.text, types: [] }, true);
        this.#prepared.ask(statement);
      }
      connection.bind({ statement: statement.name, values: this.#values[index] }, true);
      if (statement.shape === undefined) connection.describe({ type: 'P' }, true);
      connection.execute(null, true);
    });
    connection.sync();
    connection.stream.uncork();
    return null;
  };

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }): void {
    this.#current().shape = rowShape(fields);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const { names, parsers } = this.#current().shape ?? NO_ROWS;
    const row: Record<string, unknown> = {};
    try {
      for (let i = 0; i < fields.length; i += 1) {
        const text = fields[i];
        row[names[i] ?? ''] = text === null || text === undefined ? null : parsers[i]?.(text);
      }
    } catch (error) {
      this.#unreadable ??= error;
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    // Postgres says nothing of rows where a statement has none.
    this.#current().shape ??= NO_ROWS;
    this.#answers.push({ rows: this.#rows, command: text });
    this.#rows = [];
  }

  handleError(error: unknown): void {
    this.#prepared.giveUp(this.#sent);
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    if (this.#unreadable === undefined) this.#resolve(this.#answers);
    else this.#reject(this.#unreadable);
  }

  /** The statement that is being answered. */
  #current(): PreparedStatement {
    const statement = this.#sent[this.#answers.length];
    invariant(statement !== undefined, 'Postgres answers no more statements than it was sent');
    return statement;
  }
}
