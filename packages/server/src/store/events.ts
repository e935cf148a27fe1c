/**
 * The event log. An event is written in the transaction of the change it tells of; the commit numbers it (see the
 * migration). Readers walk by that number, so they miss nothing and see nothing twice.
 */
import { invariant } from '@switchyard/engine';
import type { EventCause, EventRecord, NewEvent } from '../domain/event.ts';
import type { Database, Statement, Writer } from './database.ts';
import type { PageRequest, PageRows } from './page.ts';

export interface EventRow {
  readonly id: string;
  readonly type: EventRecord['type'];
  readonly sequence: string;
  readonly data: { readonly object: EventRecord['object'] };
  readonly previous: Readonly<Record<string, unknown>> | null;
  readonly cause: EventCause;
  readonly api_version: string;
  readonly created_at: Date;
}

export const EVENT_COLUMNS = 'id, type, sequence, data, previous, cause, api_version, created_at';

const insertEventRow: Statement<never> = {
  name: 'event-insert',
  text: `insert into switchyard.event
      (environment_id, id, type, object_id, data, previous, cause, api_version, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
};

const selectById: Statement<EventRow> = {
  name: 'event-by-id',
  text: `select ${EVENT_COLUMNS} from switchyard.event where environment_id = $1 and id = $2`,
};

const selectPage: Statement<EventRow> = {
  name: 'event-page',
  text: `select ${EVENT_COLUMNS} from switchyard.event
    where environment_id = $1 and sequence > $2 order by sequence limit $3`,
};

const selectPageByType: Statement<EventRow> = {
  name: 'event-page-by-type',
  text: `select ${EVENT_COLUMNS} from switchyard.event
    where environment_id = $1 and type = $4 and sequence > $2 order by sequence limit $3`,
};

const selectSequence: Statement<{ readonly sequence: string }> = {
  name: 'event-sequence',
  text: 'select sequence from switchyard.event where environment_id = $1 and id = $2',
};

/** Whether a cursor that is not there was removed by retention: ids tell the time, and this environment's removed ones end here. */
const selectExpiry: Statement<{ readonly oldest: string }> = {
  name: 'event-cursor-expiry',
  text: `select (select e.id from switchyard.event e where e.environment_id = $1 order by e.sequence limit 1) as oldest
    from switchyard.retention_mark m where m.environment_id = $1 and m.what = 'event.id' and m.through >= $2`,
};

export function insertEvent(writer: Writer, event: NewEvent): void {
  writer.send(insertEventRow, [
    writer.environmentId,
    event.id,
    event.type,
    event.objectId,
    JSON.stringify({ object: event.object }),
    event.previous === undefined ? null : JSON.stringify(event.previous),
    JSON.stringify(event.cause),
    event.apiVersion,
    event.createdAt,
  ]);
}

export async function findEvent(
  db: Database,
  environmentId: string,
  id: string,
): Promise<EventRecord | undefined> {
  const [row] = await db.read(environmentId, selectById, [environmentId, id]);
  return row === undefined ? undefined : eventOf(row);
}

export async function listEvents(
  db: Database,
  environmentId: string,
  request: PageRequest & { readonly type?: EventRecord['type'] },
): Promise<PageRows<EventRecord>> {
  let sequence = '0';
  if (request.after !== undefined) {
    const [cursor] = await db.read(environmentId, selectSequence, [environmentId, request.after]);
    if (cursor === undefined) {
      const [expired] = await db.read(environmentId, selectExpiry, [environmentId, request.after]);
      return expired === undefined
        ? { ok: false, error: 'unknown_cursor' }
        : { ok: false, error: 'expired_cursor', oldest: expired.oldest };
    }
    sequence = cursor.sequence;
  }
  const limit = request.limit + 1;
  const rows =
    request.type === undefined
      ? await db.read(environmentId, selectPage, [environmentId, sequence, limit])
      : await db.read(environmentId, selectPageByType, [environmentId, sequence, limit, request.type]);
  return { ok: true, rows: rows.slice(0, request.limit).map(eventOf), hasMore: rows.length > request.limit };
}

export function eventOf(row: EventRow): EventRecord {
  invariant(row.sequence !== null, 'an event that can be read has been numbered by its commit');
  return {
    id: row.id,
    type: row.type,
    sequence: Number(row.sequence),
    object: row.data.object,
    ...(row.previous === null ? {} : { previous: row.previous }),
    cause: row.cause,
    apiVersion: row.api_version,
    createdAt: row.created_at,
  };
}
