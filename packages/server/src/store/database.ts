/**
 * The way to Postgres. Everything the service reads or writes goes through `Database`, and every transaction runs
 * as the role that owns nothing, inside one environment: both are set by the statement that opens it, sent in the
 * same breath as the first query. Row-level security then shows that environment's rows only.
 *
 * Statements are pipelined: whatever is sent in one tick leaves in one write and costs one round trip.
 */
import { invariant } from '@switchyard/engine';
import pg from 'pg';

export interface DatabaseOptions {
  readonly connection: pg.PoolConfig;
  readonly poolMax: number;
  /** Off for poolers that cannot carry prepared statements from one transaction to the next. */
  readonly preparedStatements: boolean;
  readonly onIdleError: (error: Error) => void;
}

/** SQL, with the name it is prepared under. The row type is the author's promise of what the SQL selects. */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly row?: Row;
}

export interface Transaction {
  readonly environmentId: string;
  query<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<readonly Row[]>;
  /** For a write whose answer nobody needs: it travels with what follows, and its failure fails the transaction. */
  send(statement: Statement<unknown>, values: readonly unknown[]): void;
}

/** What a transaction's work hands back: its value, and whether what it wrote shall stand. */
export interface Ending<T> {
  readonly commit: boolean;
  readonly value: T;
}

export interface Database {
  /** One read in one environment: a single round trip. */
  read<Row>(
    environmentId: string,
    statement: Statement<Row>,
    values: readonly unknown[],
  ): Promise<readonly Row[]>;
  /** One call of a function that stands outside every environment. */
  call<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<readonly Row[]>;
  transaction<T>(environmentId: string, work: (tx: Transaction) => Promise<Ending<T>>): Promise<T>;
  close(): Promise<void>;
}

/** How long a transaction waits for another's lock, and so for a twin with the same Idempotency-Key. */
export const LOCK_WAIT_MS_MAX = 2_000;
const CONNECT_TIMEOUT_MS = 5_000;
const OUTSIDE_ALL_ENVIRONMENTS = '';

const begin: Statement<never> = { name: 'begin', text: 'begin' };
const commit: Statement<never> = { name: 'commit', text: 'commit' };
const rollback: Statement<never> = { name: 'rollback', text: 'rollback' };
const enter: Statement<never> = {
  name: 'enter',
  text: `select set_config('role', 'switchyard_app', true), set_config('switchyard.environment', $1, true),
    set_config('lock_timeout', '${LOCK_WAIT_MS_MAX}', true)`,
};

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...options.connection,
    pipeline: true,
    max: options.poolMax,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  pool.on('error', options.onIdleError);
  // The pool stops listening to a client it lets go, but the database may still have a last word for it.
  pool.on('connect', (client) => client.on('error', () => undefined));

  async function withSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      const value = await work(openSession(client, options.preparedStatements));
      client.release();
      return value;
    } catch (error) {
      // Whatever state the connection is in, it is not carried into another request.
      client.release(true);
      throw error;
    }
  }

  function single<Row>(environmentId: string, statement: Statement<Row>, values: readonly unknown[]) {
    return withSession(async (session) => {
      const opening = [session.send(begin, []), session.send(enter, [environmentId])];
      const answer = session.send(statement, values);
      await settleAll([...opening, answer, session.send(commit, [])]);
      return (await answer).rows;
    });
  }

  return {
    read: (environmentId, statement, values) => {
      invariant(environmentId !== OUTSIDE_ALL_ENVIRONMENTS, 'a read names its environment');
      return single(environmentId, statement, values);
    },
    call: (statement, values) => single(OUTSIDE_ALL_ENVIRONMENTS, statement, values),
    transaction: (environmentId, work) => {
      invariant(environmentId !== OUTSIDE_ALL_ENVIRONMENTS, 'a transaction names its environment');
      return withSession((session) => runTransaction(session, environmentId, work));
    },
    close: () => pool.end(),
  };
}

async function runTransaction<T>(
  session: Session,
  environmentId: string,
  work: (tx: Transaction) => Promise<Ending<T>>,
): Promise<T> {
  const sent: Promise<unknown>[] = [session.send(begin, []), session.send(enter, [environmentId])];
  const tx: Transaction = {
    environmentId,
    query: async <Row>(statement: Statement<Row>, values: readonly unknown[]) => {
      const answer = session.send(statement, values);
      sent.push(answer);
      return (await answer).rows;
    },
    send: (statement, values) => {
      sent.push(session.send(statement, values));
    },
  };
  const ending = await work(tx);
  const end = session.send(ending.commit ? commit : rollback, []);
  if (ending.commit) {
    await settleAll([...sent, end]);
    // Postgres answers the COMMIT of a failed transaction with ROLLBACK and no error: that must never pass for success.
    invariant((await end).command === 'COMMIT', 'a transaction that answers has committed');
  } else {
    await end;
  }
  return ending.value;
}

interface Session {
  send<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<{ rows: Row[]; command: string }>;
}

function openSession(client: pg.PoolClient, preparedStatements: boolean): Session {
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

/** Waits for all, then reports the first failure: nothing is left running behind an error. */
async function settleAll(promises: readonly Promise<unknown>[]): Promise<void> {
  for (const settled of await Promise.allSettled(promises)) {
    if (settled.status === 'rejected') throw settled.reason;
  }
}
