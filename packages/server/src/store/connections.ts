import { type ConnectionStatus, invariant } from '@switchyard/engine';
import type { ConnectionBody, StoredConnection } from '../domain/routing.ts';
import type { Database, Statement, Transaction } from './database.ts';
import { before, type PageRequest, type PageRows, readPage } from './page.ts';

export interface DatedConnection extends StoredConnection {
  /** Since when nothing new is begun over it. Its status is what it was then: it is still called. */
  readonly drainingSince?: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface ConnectionRow {
  readonly id: string;
  readonly config_key: string;
  readonly position: number;
  readonly rail: string;
  readonly mode: StoredConnection['mode'];
  readonly status: ConnectionStatus;
  readonly body: ConnectionBody;
  readonly draining_since: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = 'id, config_key, position, rail, mode, status, body, draining_since, created_at, updated_at';

const selectById: Statement<ConnectionRow> = {
  name: 'connection-by-id',
  text: `select ${COLUMNS} from switchyard.connection where environment_id = $1 and id = $2`,
};

const selectPage: Statement<ConnectionRow> = {
  name: 'connection-page',
  text: `select ${COLUMNS} from switchyard.connection
    where environment_id = $1 and id < $2 order by id desc limit $3`,
};

const lockById: Statement<ConnectionRow> = {
  name: 'connection-lock',
  text: `select ${COLUMNS} from switchyard.connection where environment_id = $1 and id = $2 for update`,
};

const lockAll: Statement<never> = {
  name: 'connection-lock-all',
  text: 'select from switchyard.connection where environment_id = $1 order by id for update',
};

const lockByKey: Statement<ConnectionRow> = {
  name: 'connection-lock-by-key',
  text: `select ${COLUMNS} from switchyard.connection where environment_id = $1 and config_key = $2 for update`,
};

const selectCallable: Statement<{ readonly id: string; readonly config_key: string; readonly rail: string }> =
  {
    name: 'connection-callable',
    text: `select id, config_key, rail from switchyard.connection
    where environment_id = $1 and mode = 'route' order by id`,
  };

const changeBody: Statement<never> = {
  name: 'connection-change-body',
  text: 'update switchyard.connection set body = $3, updated_at = $4 where environment_id = $1 and id = $2',
};

const changeStatus: Statement<ConnectionRow> = {
  name: 'connection-change-status',
  text: `update switchyard.connection set status = $4, updated_at = $5
    where environment_id = $1 and id = $2 and status = $3
    returning ${COLUMNS}`,
};

const switchTo: Statement<ConnectionRow> = {
  name: 'connection-switch',
  text: `update switchyard.connection set status = $3, draining_since = $4, updated_at = $5
    where environment_id = $1 and id = $2
    returning ${COLUMNS}`,
};

/** A payment is open over every connection that one of its legs names, also one whose turn has not come. */
const countOpen: Statement<{ readonly payments: number; readonly link_sessions: number }> = {
  name: 'connection-open-work',
  text: `select
    (select count(*)::integer from switchyard.payment_intent p
      where p.environment_id = $1 and p.status in ('requires_action', 'processing') and exists (
        select from switchyard.leg l
        where l.environment_id = $1 and l.payment_intent_id = p.id and l.connection_id = $2)) as payments,
    (select count(*)::integer from switchyard.link_session s
      where s.environment_id = $1 and s.status in ('requires_action', 'processing') and s.connection_id = $2)
      as link_sessions`,
};

export interface OpenOverConnection {
  readonly payments: number;
  readonly linkSessions: number;
}

/** Undefined when the connection is no longer what the caller took it for: somebody else has changed it. */
export async function changeConnectionStatus(
  tx: Transaction,
  id: string,
  change: { readonly from: ConnectionStatus; readonly to: ConnectionStatus; readonly at: Date },
): Promise<DatedConnection | undefined> {
  const [row] = await tx.query(changeStatus, [tx.environmentId, id, change.from, change.to, change.at]);
  return row === undefined ? undefined : connectionOf(row);
}

export async function findConnection(
  db: Database,
  environmentId: string,
  id: string,
): Promise<DatedConnection | undefined> {
  const [row] = await db.read(environmentId, selectById, [environmentId, id]);
  return row === undefined ? undefined : connectionOf(row);
}

export function listConnections(
  db: Database,
  environmentId: string,
  request: PageRequest,
): Promise<PageRows<DatedConnection>> {
  return readPage(request, {
    rows: async (limit) =>
      (await db.read(environmentId, selectPage, [environmentId, before(request), limit])).map(connectionOf),
    cursorExists: async (after) => (await findConnection(db, environmentId, after)) !== undefined,
  });
}

/** As it is until the end of the transaction: nobody else changes it meanwhile. */
export async function lockConnection(tx: Transaction, id: string): Promise<DatedConnection | undefined> {
  const [row] = await tx.query(lockById, [tx.environmentId, id]);
  return row === undefined ? undefined : connectionOf(row);
}

/** All of the environment's, as they are until the end of the transaction. */
export async function lockConnections(tx: Transaction): Promise<void> {
  await tx.query(lockAll, [tx.environmentId]);
}

/** By its name in a file of configuration. */
export async function lockConnectionByKey(
  tx: Transaction,
  key: string,
): Promise<DatedConnection | undefined> {
  const [row] = await tx.query(lockByKey, [tx.environmentId, key]);
  return row === undefined ? undefined : connectionOf(row);
}

/** For whoever holds its lock. */
export async function switchConnection(
  tx: Transaction,
  id: string,
  to: { readonly status: ConnectionStatus; readonly drainingSince?: Date; readonly at: Date },
): Promise<DatedConnection> {
  const [row] = await tx.query(switchTo, [tx.environmentId, id, to.status, to.drainingSince ?? null, to.at]);
  invariant(row !== undefined, 'a connection that is locked is there');
  return connectionOf(row);
}

export async function countOpenOver(tx: Transaction, id: string): Promise<OpenOverConnection> {
  const [row] = await tx.query(countOpen, [tx.environmentId, id]);
  invariant(row !== undefined, 'a count is one row');
  return { payments: row.payments, linkSessions: row.link_sessions };
}

export function changeConnectionBody(tx: Transaction, id: string, body: ConnectionBody, at: Date): void {
  tx.send(changeBody, [tx.environmentId, id, JSON.stringify(body), at]);
}

/** Those that the service calls itself, whatever their status. */
export async function listCallableConnections(
  db: Database,
  environmentId: string,
): Promise<readonly { readonly id: string; readonly configKey: string; readonly rail: string }[]> {
  const rows = await db.read(environmentId, selectCallable, [environmentId]);
  return rows.map(({ id, config_key, rail }) => ({ id, configKey: config_key, rail }));
}

function connectionOf(row: ConnectionRow): DatedConnection {
  const { config_key, draining_since, created_at, updated_at, ...rest } = row;
  return {
    ...rest,
    configKey: config_key,
    ...(draining_since === null ? {} : { drainingSince: draining_since }),
    createdAt: created_at,
    updatedAt: updated_at,
  };
}
