/**
 * The way to Postgres. Everything the service reads or writes goes through `Database`, and every transaction runs
 * as the role that owns nothing, inside one environment: both are set by the statement that opens it, sent in the
 * same breath as the first query. Row-level security then shows that environment's rows only.
 *
 * Statements are pipelined: whatever is sent in one tick leaves in one write and costs one round trip.
 */
import { invariant } from '@switchyard/engine';
import pg from 'pg';
import { createLanes } from './lanes.ts';
import { openSession, type Session, type Statement } from './session.ts';

export type { Statement } from './session.ts';

export interface DatabaseOptions {
  readonly connection: pg.PoolConfig;
  readonly poolMax: number;
  /** Off for poolers that cannot carry prepared statements from one transaction to the next. */
  readonly preparedStatements: boolean;
  readonly onIdleError: (error: Error) => void;
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
/** Of all connections this part is shared by reads; the others are taken by one transaction at a time. */
const LANES_SHARE = 1 / 4;
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
  const connection = {
    ...options.connection,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
  const laneCount = Math.max(1, Math.floor(options.poolMax * LANES_SHARE));
  const lanes = createLanes(connection, laneCount, options.preparedStatements);
  const pool = new pg.Pool({ ...connection, max: Math.max(1, options.poolMax - laneCount) });
  let closing: Promise<void> | undefined;
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
    return lanes.use(async (session) => {
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
    close() {
      closing ??= Promise.all([pool.end(), lanes.close()]).then(() => undefined);
      return closing;
    },
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

/** Waits for all, then reports the first failure: nothing is left running behind an error. */
async function settleAll(promises: readonly Promise<unknown>[]): Promise<void> {
  for (const settled of await Promise.allSettled(promises)) {
    if (settled.status === 'rejected') throw settled.reason;
  }
}
