import type { ConnectionStatus } from '@switchyard/engine';
import type { ConnectionBody, StoredConnection } from '../domain/routing.ts';
import type { Statement, Transaction } from './database.ts';

export interface DatedConnection extends Omit<StoredConnection, 'configKey'> {
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const changeStatus: Statement<{
  readonly id: string;
  readonly rail: string;
  readonly mode: StoredConnection['mode'];
  readonly status: ConnectionStatus;
  readonly body: ConnectionBody;
  readonly created_at: Date;
  readonly updated_at: Date;
}> = {
  name: 'connection-change-status',
  text: `update switchyard.connection set status = $4, updated_at = $5
    where environment_id = $1 and id = $2 and status = $3
    returning id, rail, mode, status, body, created_at, updated_at`,
};

/** Undefined when the connection is no longer what the caller took it for: somebody else has changed it. */
export async function changeConnectionStatus(
  tx: Transaction,
  id: string,
  change: { readonly from: ConnectionStatus; readonly to: ConnectionStatus; readonly at: Date },
): Promise<DatedConnection | undefined> {
  const [row] = await tx.query(changeStatus, [tx.environmentId, id, change.from, change.to, change.at]);
  if (row === undefined) return undefined;
  const { created_at, updated_at, ...rest } = row;
  return { ...rest, createdAt: created_at, updatedAt: updated_at };
}
