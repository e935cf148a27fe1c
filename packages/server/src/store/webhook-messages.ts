/**
 * What is sent to endpoints: a message for each event an endpoint wants, derived from the log by the endpoint's cursor, and a
 * record of each try. All of it is written by whoever holds the endpoint's lease, but for what an operator asks to send again.
 */
import type { EventRecord } from '../domain/event.ts';
import type { Attempt, AttemptError, AttemptResult, Verdict } from '../domain/webhooks/attempt.ts';
import type { Statement, Transaction } from './database.ts';
import { EVENT_COLUMNS, type EventRow, eventOf } from './events.ts';

/** A message to be tried now. */
export interface DueMessage {
  readonly event: EventRecord;
  /** Made so far, in this round and in all. */
  readonly tries: number;
  readonly attempts: number;
}

/** What became of a try, and what that makes of its message. */
export interface TriedMessage {
  readonly endpointId: string;
  readonly eventId: string;
  readonly attempt: Attempt;
  readonly verdict: Verdict;
}

/** An endpoint that has room for more. */
export interface Wanting {
  readonly endpointId: string;
  readonly room: number;
  /** Events whose messages are being tried now. */
  readonly underWay: readonly string[];
}

interface DueRow extends EventRow {
  readonly endpoint_id: string;
  readonly tries: number;
  readonly attempts: number;
}

const fanOut: Statement<{ readonly endpoint_id: string; readonly n: number }> = {
  name: 'webhook-message-fan-out',
  text: `with fresh as materialized (
      select e.id as endpoint_id, v.id, v.sequence, e.types is null or v.type = any(e.types) as is_wanted
      from unnest($2::text[], $3::bigint[]) as b (endpoint_id, cursor)
      join switchyard.webhook_endpoint e on e.environment_id = $1 and e.id = b.endpoint_id
      cross join lateral (
        select id, sequence, type from switchyard.event
        where environment_id = $1 and sequence > b.cursor order by sequence limit $4
      ) v
    ), added as (
      insert into switchyard.webhook_message
        (environment_id, endpoint_id, event_id, sequence, status, next_at, created_at)
      select $1, endpoint_id, id, sequence, 'pending', $5, $5 from fresh where is_wanted
      on conflict do nothing
    ), heads as materialized (
      select endpoint_id, max(sequence) as last, count(*)::integer as n from fresh group by endpoint_id
    ), moved as materialized (
      select switchyard.advance_webhook_cursors($1, array_agg(endpoint_id), array_agg(last)) from heads
    )
    select endpoint_id, n, (select count(*) from moved) as moved from heads`,
};

/** A message that waits for a try anyway is left as it is. */
const fanOutAgain: Statement<{ readonly n: number }> = {
  name: 'webhook-message-fan-out-again',
  text: `with again as materialized (
      select v.id, v.sequence, v.type, e.types from switchyard.webhook_endpoint e
      join switchyard.event v on v.environment_id = e.environment_id and v.sequence between e.resend_from and e.resend_until
      where e.environment_id = $1 and e.id = $2 order by v.sequence limit $3
    ), renewed as (
      insert into switchyard.webhook_message
        (environment_id, endpoint_id, event_id, sequence, status, next_at, created_at)
      select $1, $2, id, sequence, 'pending', $4, $4 from again where types is null or type = any(types)
      on conflict (environment_id, endpoint_id, event_id) do update
        set status = 'pending', tries = 0, next_at = $4, ended_at = null
        where switchyard.webhook_message.status <> 'pending'
    ), ahead as (
      update switchyard.webhook_endpoint e
      set resend_from = case when done.last < e.resend_until then done.last + 1 end,
        resend_until = case when done.last < e.resend_until then e.resend_until end
      from (select coalesce(max(sequence), 9223372036854775807) as last from again) done
      where e.environment_id = $1 and e.id = $2 and e.resend_from is not null
    )
    select count(*)::integer as n from again`,
};

const selectDue: Statement<DueRow> = {
  name: 'webhook-message-due',
  text: `select a.endpoint_id, m.tries, m.attempts, ${EVENT_COLUMNS.replaceAll(/\w+/g, 'v.$&')}
    from unnest($2::text[], $3::integer[]) as a (endpoint_id, room)
    cross join lateral (
      select event_id, tries, attempts, next_at, sequence from switchyard.webhook_message
      where environment_id = $1 and endpoint_id = a.endpoint_id and status = 'pending' and next_at <= $4
        and (endpoint_id, event_id) not in (select * from unnest($5::text[], $6::text[]))
      order by next_at, sequence limit a.room
    ) m
    join switchyard.event v on v.environment_id = $1 and v.id = m.event_id
    order by a.endpoint_id, m.next_at, m.sequence`,
};

const recordVerdicts: Statement<never> = {
  name: 'webhook-message-tried',
  text: `update switchyard.webhook_message m
    set status = t.status, tries = m.tries + 1, attempts = m.attempts + 1, next_at = t.next_at, ended_at = t.ended_at
    from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[])
      as t (endpoint_id, event_id, status, next_at, ended_at)
    where m.environment_id = $1 and m.endpoint_id = t.endpoint_id and m.event_id = t.event_id and m.status = 'pending'`,
};

const recordAttempts: Statement<never> = {
  name: 'webhook-attempt-insert',
  text: `insert into switchyard.webhook_attempt
      (environment_id, endpoint_id, event_id, number, at, duration_ms, status_code, error, answer)
    select $1, t.* from unnest($2::text[], $3::text[], $4::integer[], $5::timestamptz[], $6::integer[], $7::integer[],
      $8::text[], $9::text[]) as t on conflict do nothing`,
};

const buryPending: Statement<never> = {
  name: 'webhook-message-bury',
  text: `update switchyard.webhook_message set status = 'dead', next_at = null, ended_at = $3
    where environment_id = $1 and endpoint_id = $2 and status = 'pending'`,
};

/** Retention has removed the event: there is nothing left to send. */
const buryLost: Statement<never> = {
  name: 'webhook-message-bury-lost',
  text: `update switchyard.webhook_message m set status = 'dead', next_at = null, ended_at = $3
    where m.environment_id = $1 and m.endpoint_id = any($2) and m.status = 'pending' and m.next_at <= $3
      and not exists (select from switchyard.event v where v.environment_id = $1 and v.id = m.event_id)`,
};

const renew: Statement<{ readonly event_id: string }> = {
  name: 'webhook-message-renew',
  text: `insert into switchyard.webhook_message
      (environment_id, endpoint_id, event_id, sequence, status, next_at, created_at)
    select $1, $2, id, sequence, 'pending', $4, $4 from switchyard.event where environment_id = $1 and id = $3
    on conflict (environment_id, endpoint_id, event_id) do update
      set status = 'pending', next_at = least(switchyard.webhook_message.next_at, $4), ended_at = null,
        tries = case when switchyard.webhook_message.status = 'pending' then switchyard.webhook_message.tries else 0 end
    returning event_id`,
};

/** To the end of the log as it is now: what comes later is sent anyway. Two resends together go from the earlier one. */
const resendSince: Statement<{ readonly id: string }> = {
  name: 'webhook-message-resend-since',
  text: `update switchyard.webhook_endpoint e
    set resend_from = least(e.resend_from, v.sequence), resend_until = c.last_sequence
    from switchyard.event v, switchyard.event_counter c
    where e.environment_id = $1 and e.id = $2 and v.environment_id = $1 and v.id = $3 and c.environment_id = $1
    returning e.id`,
};

/** Makes messages of what the log holds behind each cursor, and moves it; answers how many events that were, by endpoint. */
export async function fanOutEvents(
  tx: Transaction,
  behind: readonly { readonly endpointId: string; readonly cursor: string }[],
  { at, max }: { readonly at: Date; readonly max: number },
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query(fanOut, [
    tx.environmentId,
    behind.map(({ endpointId }) => endpointId),
    behind.map(({ cursor }) => cursor),
    max,
    at,
  ]);
  return new Map(rows.map((row) => [row.endpoint_id, row.n]));
}

/** The same for a resend under way; nothing when there is none. */
export async function fanOutAgainEvents(
  tx: Transaction,
  endpointId: string,
  { at, max }: { readonly at: Date; readonly max: number },
): Promise<number> {
  const [row] = await tx.query(fanOutAgain, [tx.environmentId, endpointId, max, at]);
  return row?.n ?? 0;
}

/** Those that are due, at most as many for each endpoint as it has room for, and none that is under way. */
export async function findDueMessages(
  tx: Transaction,
  wanting: readonly Wanting[],
  at: Date,
): Promise<ReadonlyMap<string, readonly DueMessage[]>> {
  const underWay = wanting.flatMap((each) =>
    each.underWay.map((eventId) => [each.endpointId, eventId] as const),
  );
  const rows = await tx.query(selectDue, [
    tx.environmentId,
    wanting.map(({ endpointId }) => endpointId),
    wanting.map(({ room }) => room),
    at,
    underWay.map(([endpointId]) => endpointId),
    underWay.map(([, eventId]) => eventId),
  ]);
  const byEndpoint = Map.groupBy(rows, ({ endpoint_id }) => endpoint_id);
  return new Map(Array.from(byEndpoint, ([endpointId, due]) => [endpointId, due.map(dueOf)]));
}

export function recordTries(tx: Transaction, tried: readonly TriedMessage[], at: Date): void {
  if (tried.length === 0) return;
  const endpointIds = tried.map(({ endpointId }) => endpointId);
  const eventIds = tried.map(({ eventId }) => eventId);
  tx.send(recordVerdicts, [
    tx.environmentId,
    endpointIds,
    eventIds,
    tried.map(({ verdict }) => verdict.status),
    tried.map(({ verdict }) => (verdict.status === 'pending' ? verdict.nextAt : null)),
    tried.map(({ verdict }) => (verdict.status === 'pending' ? null : at)),
  ]);
  const columns = tried.map(({ attempt }) => columnsOf(attempt.result));
  tx.send(recordAttempts, [
    tx.environmentId,
    endpointIds,
    eventIds,
    tried.map(({ attempt }) => attempt.number),
    tried.map(({ attempt }) => attempt.at),
    tried.map(({ attempt }) => attempt.durationMs),
    columns.map(({ statusCode }) => statusCode),
    columns.map(({ error }) => error),
    columns.map(({ answer }) => answer),
  ]);
}

/** All that still waits becomes dead letters. */
export function buryPendingMessages(tx: Transaction, endpointId: string, at: Date): void {
  tx.send(buryPending, [tx.environmentId, endpointId, at]);
}

/** Those whose event is no longer there. */
export function buryLostMessages(tx: Transaction, endpointIds: readonly string[], at: Date): void {
  if (endpointIds.length > 0) tx.send(buryLost, [tx.environmentId, endpointIds, at]);
}

/** Due now, with all its tries before it. False when there is no such event. */
export async function renewMessage(
  tx: Transaction,
  endpointId: string,
  eventId: string,
  at: Date,
): Promise<boolean> {
  return (await tx.query(renew, [tx.environmentId, endpointId, eventId, at])).length === 1;
}

/** That event and every later one. False when there is no such event. */
export async function renewMessagesSince(
  tx: Transaction,
  endpointId: string,
  eventId: string,
): Promise<boolean> {
  return (await tx.query(resendSince, [tx.environmentId, endpointId, eventId])).length === 1;
}

function dueOf(row: DueRow): DueMessage {
  return { event: eventOf(row), tries: row.tries, attempts: row.attempts };
}

function columnsOf(result: AttemptResult): {
  readonly statusCode: number | null;
  readonly error: AttemptError | null;
  readonly answer: string | null;
} {
  return result.kind === 'answered'
    ? { statusCode: result.statusCode, error: null, answer: result.answer }
    : { statusCode: null, error: result.error, answer: null };
}
