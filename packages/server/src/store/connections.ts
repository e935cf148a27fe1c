import type { ConnectionStatus } from '@switchyard/engine';
import type { ConnectionBody, StoredConnection } from '../domain/routing.ts';
import type { Database, Statement, Transaction } from './database.ts';

export interface DatedConnection extends Omit<StoredConnection, 'configKey'> {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface ConnectionRow {
  readonly id: string;
  readonly rail: string;
  readonly mode: StoredConnection['mode'];
  readonly status: ConnectionStatus;
  readonly body: ConnectionBody;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = 'id, rail, mode, status, body, created_at, updated_at';

const selectById: Statement<ConnectionRow> = {
  name: 'connection-by-id',
  text: `select ${COLUMNS} from switchyard.connection where environment_id = $1 and id = $2`,
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

function connectionOf({ created_at, updated_at, ...rest }: ConnectionRow): DatedConnection {
  return { ...rest, createdAt: created_at, updatedAt: updated_at };
}
