/**
 * The way to Postgres. Everything the service reads or writes goes through `Database`, and every transaction runs
 * as the role that owns nothing, inside one environment: both are set by the statement that opens it, sent in the
 * same breath as the first query. Row-level security then shows that environment's rows only.
 *
 * Round trips are counted. A read is one, on a connection that many reads share. So is a write that needs to read
 * nothing first. Any other transaction has a connection to itself, and whatever it sends in one tick travels together.
 */
import { invariant } from '@switchyard/engine';
import pg from 'pg';
import type { GatheredWrites, Writer } from './gather-writes.ts';
import { createLanes } from './lanes.ts';
import { type PreparedStatements, trackPreparedStatements } from './prepared-statements.ts';
import { openSession, type Session } from './session.ts';
import type { BoundStatement, Statement } from './statement.ts';

export type { Writer } from './gather-writes.ts';
export type { Statement } from './statement.ts';

export interface DatabaseOptions {
  readonly connection: pg.PoolConfig;
  readonly poolMax: number;
  /** Off for poolers that cannot carry prepared statements from one transaction to the next. */
  readonly preparedStatements: boolean;
  readonly onIdleError: (error: Error) => void;
}

export interface Transaction extends Writer {
  query<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<readonly Row[]>;
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
  /** One read of what belongs to an organisation and to none of its environments. */
  readOfOrganisation<Row>(
    organisationId: string,
    statement: Statement<Row>,
    values: readonly unknown[],
  ): Promise<readonly Row[]>;
  /** One call of a function that stands outside every environment. */
  call<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<readonly Row[]>;
  /**
   * A transaction that reads nothing, in a single round trip: all of these writes or none. Others stand behind it, so it
   * gives up soon when it has to wait for somebody's lock.
   */
  write(writes: GatheredWrites): Promise<void>;
  transaction<T>(environmentId: string, work: (tx: Transaction) => Promise<Ending<T>>): Promise<T>;
  /** It sees the organisation's own rows, and those of no environment. */
  organisationTransaction<T>(
    organisationId: string,
    work: (tx: Transaction) => Promise<Ending<T>>,
  ): Promise<T>;
  close(): Promise<void>;
}

/** A database that was opened here, and so has connections. */
export interface OpenedDatabase extends Database {
  /** Of the connections that transactions have to themselves. */
  poolUsage(): { readonly open: number; readonly idle: number; readonly waiting: number };
}

/** How long a transaction waits for another's lock, and so for a twin with the same Idempotency-Key. */
export const LOCK_WAIT_MS_MAX = 2_000;
/** On a shared connection others stand behind. Shorter than the second after which Postgres looks for deadlocks. */
const SHARED_LOCK_WAIT_MS_MAX = 500;
/**
 * A node that stands still in the middle of a transaction holds its locks for no longer than this: Postgres then ends it, as it
 * does at once when the node is gone. No transaction of ours waits for anything but the database.
 */
export const IDLE_MS_MAX = 10_000;
const CONNECT_TIMEOUT_MS = 5_000;
const OUTSIDE_ALL_ENVIRONMENTS = '';

const begin: Statement<never> = { name: 'begin', text: 'begin' };
const commit: Statement<never> = { name: 'commit', text: 'commit' };
const rollback: Statement<never> = { name: 'rollback', text: 'rollback' };
const enter: Statement<never> = {
  name: 'enter',
  text: `select set_config('role', 'switchyard_app', true), set_config('switchyard.environment', $1, true),
    set_config('lock_timeout', $2, true), set_config('idle_in_transaction_session_timeout', '${IDLE_MS_MAX}', true)`,
};
const enterOrganisation: Statement<never> = {
  name: 'enter-organisation',
  text: `select set_config('switchyard.organisation', $1, true)`,
};

export function openDatabase(options: DatabaseOptions): OpenedDatabase {
  const connection = {
    ...options.connection,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
  const shares = shareConnections(options.poolMax);
  const readLanes = createLanes(connection, shares.readLanes, options.preparedStatements);
  const writeLanes = createLanes(connection, shares.writeLanes, options.preparedStatements);
  const pool = new pg.Pool({ ...connection, max: shares.pool });
  const prepared = new WeakMap<pg.Client, PreparedStatements>();
  let closing: Promise<void> | undefined;
  pool.on('error', options.onIdleError);
  pool.on('connect', (client) => {
    prepared.set(client, trackPreparedStatements(client.connection, options.preparedStatements));
    // The pool stops listening to a client it lets go, but the database may still have a last word for it.
    client.on('error', () => undefined);
  });

  async function withSession<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      const statements = prepared.get(client);
      invariant(statements !== undefined, 'a connection of the pool was seen when it was made');
      const value = await work(openSession(client, statements));
      client.release();
      return value;
    } catch (error) {
      // Whatever state the connection is in, it is not carried into another request.
      client.release(true);
      throw error;
    }
  }

  async function single<Row>(environmentId: string, statement: Statement<Row>, values: readonly unknown[]) {
    const [, answer] = await readLanes.run([
      entering(environmentId, SHARED_LOCK_WAIT_MS_MAX),
      { statement, values },
    ]);
    invariant(answer !== undefined, 'a batch that succeeds answers each of its statements');
    // What the SQL selects is the promise of the statement's author.
    return answer.rows as readonly Row[];
  }

  return {
    read: (environmentId, statement, values) => {
      invariant(environmentId !== OUTSIDE_ALL_ENVIRONMENTS, 'a read names its environment');
      return single(environmentId, statement, values);
    },
    readOfOrganisation: async <Row>(
      organisationId: string,
      statement: Statement<Row>,
      values: readonly unknown[],
    ) => {
      const [, , answer] = await readLanes.run([
        entering(OUTSIDE_ALL_ENVIRONMENTS, SHARED_LOCK_WAIT_MS_MAX),
        { statement: enterOrganisation, values: [organisationId] },
        { statement, values },
      ]);
      invariant(answer !== undefined, 'a batch that succeeds answers each of its statements');
      // What the SQL selects is the promise of the statement's author.
      return answer.rows as readonly Row[];
    },
    call: (statement, values) => single(OUTSIDE_ALL_ENVIRONMENTS, statement, values),
    write: async ({ environmentId, statements }) => {
      invariant(environmentId !== OUTSIDE_ALL_ENVIRONMENTS, 'a write names its environment');
      await writeLanes.run([entering(environmentId, SHARED_LOCK_WAIT_MS_MAX), ...statements]);
    },
    transaction: (environmentId, work) => {
      invariant(environmentId !== OUTSIDE_ALL_ENVIRONMENTS, 'a transaction names its environment');
      return withSession((session) => runTransaction(session, environmentId, work));
    },
    organisationTransaction: (organisationId, work) =>
      withSession((session) =>
        runTransaction(session, OUTSIDE_ALL_ENVIRONMENTS, (tx) => {
          tx.send(enterOrganisation, [organisationId]);
          return work(tx);
        }),
      ),
    poolUsage: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close() {
      closing ??= Promise.all([pool.end(), readLanes.close(), writeLanes.close()]).then(() => undefined);
      return closing;
    },
  };
}

/** A few connections carry any number of reads; commits wait for the disk, so writes want more of them. */
function shareConnections(connectionsMax: number) {
  const readLanes = Math.max(1, Math.floor(connectionsMax / 8));
  const writeLanes = Math.max(1, Math.floor(connectionsMax / 2));
  return { readLanes, writeLanes, pool: Math.max(1, connectionsMax - readLanes - writeLanes) };
}

function entering(environmentId: string, lockWaitMsMax: number): BoundStatement {
  return { statement: enter, values: [environmentId, lockWaitMsMax] };
}

async function runTransaction<T>(
  session: Session,
  environmentId: string,
  work: (tx: Transaction) => Promise<Ending<T>>,
): Promise<T> {
  const opening = entering(environmentId, LOCK_WAIT_MS_MAX);
  const sent: Promise<unknown>[] = [session.send(begin, []), session.send(opening.statement, opening.values)];
  const tx: Transaction = {
    environmentId,
    query: async <Row>(statement: Statement<Row>, values: readonly unknown[]) => {
      const answer = session.send(statement, values);
      sent.push(answer);
      // What the SQL selects is the promise of the statement's author.
      return (await answer).rows as readonly Row[];
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
