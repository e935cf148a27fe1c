/** The delivery log: each message of an endpoint, with all its tries. */
import type { EventRecord } from '../domain/event.ts';
import type { Attempt, AttemptError, AttemptResult } from '../domain/webhooks/attempt.ts';
import type { Database, Statement, Transaction } from './database.ts';
import { before, type PageRequest, type PageRows, readPage } from './page.ts';

export const MESSAGE_STATUSES = ['pending', 'delivered', 'dead'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** A message as the delivery log shows it. */
export interface Delivery {
  /** The event's. */
  readonly id: string;
  readonly endpointId: string;
  readonly type: EventRecord['type'];
  readonly sequence: number;
  readonly status: MessageStatus;
  readonly nextAt?: Date;
  readonly createdAt: Date;
  readonly endedAt?: Date;
  readonly attempts: readonly Attempt[];
}

interface DeliveryRow {
  readonly event_id: string;
  readonly type: EventRecord['type'];
  readonly sequence: string;
  readonly status: MessageStatus;
  readonly next_at: Date | null;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

const DELIVERY_COLUMNS = 'm.event_id, v.type, m.sequence, m.status, m.next_at, m.created_at, m.ended_at';
const DELIVERY_FROM = `from switchyard.webhook_message m
  join switchyard.event v on v.environment_id = m.environment_id and v.id = m.event_id
  where m.environment_id = $1 and m.endpoint_id = $2`;

const selectDeliveries: Statement<DeliveryRow> = {
  name: 'webhook-delivery-page',
  text: `select ${DELIVERY_COLUMNS} ${DELIVERY_FROM} and m.event_id < $3 and ($5::text is null or m.status = $5)
    order by m.event_id desc limit $4`,
};

const selectDelivery: Statement<DeliveryRow> = {
  name: 'webhook-delivery-one',
  text: `select ${DELIVERY_COLUMNS} ${DELIVERY_FROM} and m.event_id = $3`,
};

interface AttemptRow {
  readonly event_id: string;
  readonly number: number;
  readonly at: Date;
  readonly duration_ms: number;
  readonly status_code: number | null;
  readonly error: AttemptError | null;
  readonly answer: string | null;
}

const selectAttempts: Statement<AttemptRow> = {
  name: 'webhook-attempts',
  text: `select event_id, number, at, duration_ms, status_code, error, answer from switchyard.webhook_attempt
    where environment_id = $1 and endpoint_id = $2 and event_id = any($3) order by event_id, number`,
};

export async function findDelivery(
  db: Database,
  environmentId: string,
  endpointId: string,
  eventId: string,
): Promise<Delivery | undefined> {
  const rows = await db.read(environmentId, selectDelivery, [environmentId, endpointId, eventId]);
  const attempts = await db.read(environmentId, selectAttempts, [environmentId, endpointId, [eventId]]);
  return deliveriesOf(endpointId, rows, attempts)[0];
}

export async function readDelivery(
  tx: Transaction,
  endpointId: string,
  eventId: string,
): Promise<Delivery | undefined> {
  const [rows, attempts] = await Promise.all([
    tx.query(selectDelivery, [tx.environmentId, endpointId, eventId]),
    tx.query(selectAttempts, [tx.environmentId, endpointId, [eventId]]),
  ]);
  return deliveriesOf(endpointId, rows, attempts)[0];
}

/** Newest event first. */
export function listDeliveries(
  db: Database,
  environmentId: string,
  endpointId: string,
  request: PageRequest & { readonly status?: MessageStatus },
): Promise<PageRows<Delivery>> {
  return readPage(request, {
    rows: async (limit) => {
      const values = [environmentId, endpointId, before(request), limit, request.status ?? null];
      const rows = await db.read(environmentId, selectDeliveries, values);
      const ids = rows.map(({ event_id }) => event_id);
      const attempts = await db.read(environmentId, selectAttempts, [environmentId, endpointId, ids]);
      return deliveriesOf(endpointId, rows, attempts);
    },
    cursorExists: async (after) =>
      (await db.read(environmentId, selectDelivery, [environmentId, endpointId, after])).length === 1,
  });
}

function deliveriesOf(
  endpointId: string,
  rows: readonly DeliveryRow[],
  attempts: readonly AttemptRow[],
): readonly Delivery[] {
  const byEvent = Map.groupBy(attempts, ({ event_id }) => event_id);
  return rows.map((row) => ({
    id: row.event_id,
    endpointId,
    type: row.type,
    sequence: Number(row.sequence),
    status: row.status,
    ...(row.next_at === null ? {} : { nextAt: row.next_at }),
    createdAt: row.created_at,
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    attempts: (byEvent.get(row.event_id) ?? []).map(attemptOf),
  }));
}

function attemptOf(row: AttemptRow): Attempt {
  const result: AttemptResult =
    row.error === null
      ? { kind: 'answered', statusCode: row.status_code ?? 0, answer: row.answer ?? '' }
      : { kind: 'failed', error: row.error };
  return { number: row.number, at: row.at, durationMs: row.duration_ms, result };
}
