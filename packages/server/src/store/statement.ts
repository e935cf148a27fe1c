/** SQL, with the name it is prepared under. The row type is the author's promise of what the SQL selects. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly row?: Row;
}

/** A statement on its way, with the values of its parameters. */
export interface BoundStatement {
  readonly statement: Statement<unknown>;
  readonly values: readonly unknown[];
}

export interface StatementAnswer {
  readonly rows: readonly unknown[];
  /** What Postgres says it has done, such as `COMMIT`. */
  readonly command: string;
}
