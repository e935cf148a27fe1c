/** What providers sent us unasked: stored before it is acknowledged, and once. */
import type { Notice } from '@switchyard/rail-kit';
import type { Database, Statement, Transaction } from './database.ts';

export interface StoredNotice {
  readonly connectionId: string;
  readonly deliveryId: string;
  readonly notices: readonly Notice[];
  readonly receivedAt: Date;
}

const insert: Statement<{ readonly delivery_id: string }> = {
  name: 'provider-notice-insert',
  text: `insert into switchyard.provider_notice (environment_id, connection_id, delivery_id, notices, received_at)
    values ($1, $2, $3, $4, $5) on conflict do nothing returning delivery_id`,
};

const select: Statement<{
  readonly connection_id: string;
  readonly delivery_id: string;
  readonly notices: readonly Notice[];
  readonly received_at: Date;
}> = {
  name: 'provider-notice-select',
  text: `select connection_id, delivery_id, notices, received_at from switchyard.provider_notice
    where environment_id = $1 and connection_id = $2 and delivery_id = $3 and applied_at is null`,
};

const markApplied: Statement<never> = {
  name: 'provider-notice-applied',
  text: `update switchyard.provider_notice set applied_at = $4
    where environment_id = $1 and connection_id = $2 and delivery_id = $3`,
};

/** False when it had come before. */
export async function insertNotice(tx: Transaction, notice: StoredNotice): Promise<boolean> {
  const { connectionId, deliveryId, notices, receivedAt } = notice;
  const rows = await tx.query(insert, [
    tx.environmentId,
    connectionId,
    deliveryId,
    JSON.stringify(notices),
    receivedAt,
  ]);
  return rows.length === 1;
}

/** Undefined when it has been applied. */
export async function findNotice(
  db: Database,
  environmentId: string,
  connectionId: string,
  deliveryId: string,
): Promise<StoredNotice | undefined> {
  const [row] = await db.read(environmentId, select, [environmentId, connectionId, deliveryId]);
  return row === undefined
    ? undefined
    : {
        connectionId: row.connection_id,
        deliveryId: row.delivery_id,
        notices: row.notices,
        receivedAt: row.received_at,
      };
}

export function markNoticeApplied(
  tx: Transaction,
  { connectionId, deliveryId }: Pick<StoredNotice, 'connectionId' | 'deliveryId'>,
  at: Date,
): void {
  tx.send(markApplied, [tx.environmentId, connectionId, deliveryId, at]);
}
