/** One connection, as statements see it: whatever is sent in one tick leaves in one write. */
import type pg from 'pg';

/** SQL, with the name it is prepared under. The row type is the author's promise of what the SQL selects. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly row?: Row;
}

export interface Session {
  send<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<{ rows: Row[]; command: string }>;
}

export function openSession(client: pg.Client | pg.PoolClient, preparedStatements: boolean): Session {
  let corked = false;
  return {
    send<Row>(statement: Statement<Row>, values: readonly unknown[]) {
      if (!corked) {
        corked = true;
        const { stream } = client.connection;
        stream.cork();
        process.nextTick(() => {
          corked = false;
          stream.uncork();
        });
      }
      const name = preparedStatements ? { name: statement.name } : {};
      const answer = client.query<Row & pg.QueryResultRow>({
        ...name,
        text: statement.text,
        values: [...values],
      });
      // Whoever awaits it still sees the failure; this keeps a failure nobody has awaited yet from ending the process.
      answer.catch(() => undefined);
      return answer;
    },
  };
}
