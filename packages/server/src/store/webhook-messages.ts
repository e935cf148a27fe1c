/**
 * What is sent to endpoints: a message for each event an endpoint wants, derived from the log by the endpoint's cursor, and a
 * record of each try. All of it is written by whoever holds the endpoint's lease, but for what an operator asks to send again.
 */
import type { EventRecord } from '../domain/event.ts';
import type { Attempt, AttemptError, AttemptResult, Verdict } from '../domain/webhooks/attempt.ts';
import type { WebhookEndpoint } from '../domain/webhooks/endpoint.ts';
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
  readonly eventId: string;
  readonly attempt: Attempt;
  readonly verdict: Verdict;
}

const fanOut: Statement<{ readonly n: number }> = {
  name: 'webhook-message-fan-out',
  text: `with fresh as materialized (
      select id, sequence, type from switchyard.event
      where environment_id = $1 and sequence > $3 order by sequence limit $5
    ), added as (
      insert into switchyard.webhook_message
        (environment_id, endpoint_id, event_id, sequence, status, next_at, created_at)
      select $1, $2, id, sequence, 'pending', $6, $6 from fresh where $4::text[] is null or type = any($4)
      on conflict do nothing
    ), moved as materialized (
      select switchyard.advance_webhook_cursor($1, $2, (select max(sequence) from fresh)) where exists (select from fresh)
    )
    select (select count(*) from fresh)::integer as n, (select count(*) from moved) as moved`,
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

const selectDue: Statement<EventRow & { readonly tries: number; readonly attempts: number }> = {
  name: 'webhook-message-due',
  text: `select ${EVENT_COLUMNS.replaceAll(/\w+/g, 'v.$&')}, m.tries, m.attempts
    from switchyard.webhook_message m
    join switchyard.event v on v.environment_id = m.environment_id and v.id = m.event_id
    where m.environment_id = $1 and m.endpoint_id = $2 and m.status = 'pending' and m.next_at <= $3
      and m.event_id <> all($4)
    order by m.next_at, m.sequence limit $5`,
};

const recordVerdicts: Statement<never> = {
  name: 'webhook-message-tried',
  text: `update switchyard.webhook_message m
    set status = t.status, tries = m.tries + 1, attempts = m.attempts + 1, next_at = t.next_at, ended_at = t.ended_at
    from unnest($3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[]) as t (event_id, status, next_at, ended_at)
    where m.environment_id = $1 and m.endpoint_id = $2 and m.event_id = t.event_id and m.status = 'pending'`,
};

const recordAttempts: Statement<never> = {
  name: 'webhook-attempt-insert',
  text: `insert into switchyard.webhook_attempt
      (environment_id, endpoint_id, event_id, number, at, duration_ms, status_code, error, answer)
    select $1, $2, t.* from unnest($3::text[], $4::integer[], $5::timestamptz[], $6::integer[], $7::integer[], $8::text[],
      $9::text[]) as t on conflict do nothing`,
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
    where m.environment_id = $1 and m.endpoint_id = $2 and m.status = 'pending' and m.next_at <= $3
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

/** Makes messages of what the log holds behind the cursor, and moves it; answers how many events that were. */
export async function fanOutEvents(
  tx: Transaction,
  endpoint: WebhookEndpoint,
  after: { readonly cursor: string; readonly at: Date; readonly max: number },
): Promise<number> {
  const { id, types } = endpoint;
  const [row] = await tx.query(fanOut, [
    tx.environmentId,
    id,
    after.cursor,
    types ?? null,
    after.max,
    after.at,
  ]);
  return row?.n ?? 0;
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

export async function findDueMessages(
  tx: Transaction,
  endpointId: string,
  { at, except, max }: { readonly at: Date; readonly except: readonly string[]; readonly max: number },
): Promise<readonly DueMessage[]> {
  const rows = await tx.query(selectDue, [tx.environmentId, endpointId, at, except, max]);
  return rows.map((row) => ({ event: eventOf(row), tries: row.tries, attempts: row.attempts }));
}

export function recordTries(
  tx: Transaction,
  endpointId: string,
  tried: readonly TriedMessage[],
  at: Date,
): void {
  tx.send(recordVerdicts, [
    tx.environmentId,
    endpointId,
    tried.map(({ eventId }) => eventId),
    tried.map(({ verdict }) => verdict.status),
    tried.map(({ verdict }) => (verdict.status === 'pending' ? verdict.nextAt : null)),
    tried.map(({ verdict }) => (verdict.status === 'pending' ? null : at)),
  ]);
  const columns = tried.map(({ attempt }) => columnsOf(attempt.result));
  tx.send(recordAttempts, [
    tx.environmentId,
    endpointId,
    tried.map(({ eventId }) => eventId),
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
export function buryLostMessages(tx: Transaction, endpointId: string, at: Date): void {
  tx.send(buryLost, [tx.environmentId, endpointId, at]);
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

function columnsOf(result: AttemptResult): {
  readonly statusCode: number | null;
  readonly error: AttemptError | null;
  readonly answer: string | null;
} {
  return result.kind === 'answered'
    ? { statusCode: result.statusCode, error: null, answer: result.answer }
    : { statusCode: null, error: result.error, answer: null };
}
