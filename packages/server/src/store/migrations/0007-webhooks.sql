-- Outgoing webhooks. Messages are derived from the event log by a cursor for each endpoint, so that writing an event costs
-- what it did before, and nothing is missed or taken up twice.

create table switchyard.webhook_endpoint (
  environment_id text collate "C" not null references switchyard.environment (environment_id),
  id text collate "C" not null,
  url text not null,
  description text not null,
  types text[], -- null: all of them
  status text not null check (status in ('enabled', 'disabled', 'deleted')),
  disabled_reason text check (disabled_reason in ('operator', 'gone', 'failing')),
  disabled_at timestamptz,
  failing_since timestamptz, -- every try since then has failed
  secrets bytea not null, -- sealed under the environment's own data key
  revision integer not null default 1, -- grows with every change of what a delivery depends on
  resend_from bigint, -- a resend under way: the next of the log to send again …
  resend_until bigint, -- … and the last
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  check (num_nulls(disabled_reason, disabled_at) in (0, 2)),
  check ((status = 'disabled') = (disabled_at is not null)),
  check (num_nulls(resend_from, resend_until) in (0, 2))
);

create table switchyard.webhook_message (
  environment_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  sequence bigint not null, -- the event's
  status text not null check (status in ('pending', 'delivered', 'dead')),
  tries integer not null default 0, -- of this round; a resend begins another
  attempts integer not null default 0, -- of all rounds
  next_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (environment_id, endpoint_id, event_id),
  foreign key (environment_id, endpoint_id) references switchyard.webhook_endpoint (environment_id, id),
  check ((status = 'pending') = (next_at is not null)),
  check ((status = 'pending') = (ended_at is null))
);
create index webhook_message_due on switchyard.webhook_message (environment_id, endpoint_id, next_at, sequence)
  where status = 'pending';
create index webhook_message_dead on switchyard.webhook_message (environment_id, endpoint_id, event_id)
  where status = 'dead';
create index webhook_message_by_age on switchyard.webhook_message (environment_id, created_at);

create table switchyard.webhook_attempt (
  environment_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  number integer not null check (number >= 1),
  at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  status_code integer,
  error text,
  answer text, -- masked, and its beginning only
  primary key (environment_id, endpoint_id, event_id, number),
  foreign key (environment_id, endpoint_id, event_id)
    references switchyard.webhook_message (environment_id, endpoint_id, event_id) on delete cascade,
  check (num_nulls(status_code, error) = 1)
);

-- ── The queue of endpoints: global, because a worker takes whatever has something to send ────────────────────
-- One row for each endpoint that is enabled. A lease lasts to leased_until on this database's clock; lease_epoch grows with every
-- lease, and whoever writes what became of its messages holds the row with its epoch in the same transaction.

create table switchyard.webhook_queue (
  environment_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  cursor bigint not null, -- messages exist for the log up to here
  due_at timestamptz, -- the earliest next try, or a resend; by the clock of whoever wrote it
  is_troubled boolean not null default false, -- its last try failed: it gets what others leave
  served_at timestamptz not null default '-infinity', -- whoever has waited longest comes first
  lease_epoch bigint not null default 0,
  leased_until timestamptz,
  primary key (environment_id, endpoint_id)
) with (fillfactor = 50);

create function switchyard.enqueue_webhook_endpoint(of_environment text, of_endpoint text, from_cursor bigint) returns void
language sql security definer set search_path = '' as $$
  insert into switchyard.webhook_queue (environment_id, endpoint_id, cursor)
    values (of_environment, of_endpoint, from_cursor) on conflict (environment_id, endpoint_id) do nothing
$$;

create function switchyard.dequeue_webhook_endpoint(of_environment text, of_endpoint text) returns void
language sql security definer set search_path = '' as $$
  delete from switchyard.webhook_queue q where q.environment_id = of_environment and q.endpoint_id = of_endpoint
$$;

create function switchyard.wake_webhook_endpoint(of_environment text, of_endpoint text, at timestamptz) returns void
language sql security definer set search_path = '' as $$
  update switchyard.webhook_queue q set due_at = least(q.due_at, at)
    where q.environment_id = of_environment and q.endpoint_id = of_endpoint
$$;

-- Endpoints with something to send, under a lease. Environments take turns, and so do the endpoints of each; those in trouble
-- have a share of their own. How far each log goes can be seen only from within its environment, so each is entered in turn.
create function switchyard.claim_webhook_endpoints(at timestamptz, lease_ms integer, healthy_max integer, troubled_max integer)
returns table (environment_id text, endpoint_id text, lease_epoch bigint, is_troubled boolean)
language plpgsql security definer set search_path = '' as $$
declare
  environments text[] := '{}';
  heads bigint[] := '{}';
  of_environment text;
  head bigint;
begin
  for of_environment in select distinct q.environment_id from switchyard.webhook_queue q loop
    perform set_config('switchyard.environment', of_environment, true);
    select c.last_sequence into head from switchyard.event_counter c where c.environment_id = of_environment;
    environments := environments || of_environment;
    heads := heads || coalesce(head, 0);
  end loop;
  return query
    with waiting as (
      select q.environment_id, q.endpoint_id, q.is_troubled, q.served_at,
        row_number() over (partition by q.environment_id, q.is_troubled order by q.served_at) as turn
      from switchyard.webhook_queue q
      join unnest(environments, heads) as l (environment_id, head) on l.environment_id = q.environment_id
      where (q.cursor < l.head or q.due_at <= at)
        and (q.leased_until is null or q.leased_until < clock_timestamp())
    ), chosen as (
      select w.environment_id, w.endpoint_id, w.is_troubled,
        row_number() over (partition by w.is_troubled order by w.turn, w.served_at) as place
      from waiting w
    ), locked as (
      select q.environment_id, q.endpoint_id from switchyard.webhook_queue q
      join chosen c on c.environment_id = q.environment_id and c.endpoint_id = q.endpoint_id
      where c.place <= case when c.is_troubled then troubled_max else healthy_max end
        and (q.leased_until is null or q.leased_until < clock_timestamp())
      for update of q skip locked
    )
    update switchyard.webhook_queue q
      set leased_until = clock_timestamp() + lease_ms * interval '1 millisecond', lease_epoch = q.lease_epoch + 1,
          served_at = clock_timestamp()
      from locked l where q.environment_id = l.environment_id and q.endpoint_id = l.endpoint_id
      returning q.environment_id, q.endpoint_id, q.lease_epoch, q.is_troubled;
end
$$;

-- The cursors of those whose lease holds. Their rows stay locked to the end of the transaction, in an order that is the same for
-- everybody. What such a transaction writes need not wait for the disk: if it is lost, all of it is, and messages are sent again.
create function switchyard.hold_webhook_endpoints(of_environment text, of_endpoints text[], epochs bigint[])
returns table (endpoint_id text, lease_epoch bigint, cursor bigint)
language plpgsql security definer set search_path = '' as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
    select q.endpoint_id, q.lease_epoch, q.cursor from switchyard.webhook_queue q
    join unnest(of_endpoints, epochs) as h (endpoint_id, epoch) on q.endpoint_id = h.endpoint_id and q.lease_epoch = h.epoch
    where q.environment_id = of_environment and q.leased_until > clock_timestamp()
    order by q.endpoint_id for update of q;
end
$$;

create function switchyard.advance_webhook_cursors(of_environment text, of_endpoints text[], to_sequences bigint[]) returns void
language sql security definer set search_path = '' as $$
  update switchyard.webhook_queue q set cursor = a.to_sequence
    from unnest(of_endpoints, to_sequences) as a (endpoint_id, to_sequence)
    where q.environment_id = of_environment and q.endpoint_id = a.endpoint_id and q.cursor < a.to_sequence
$$;

create function switchyard.release_webhook_endpoints(of_environment text, of_endpoints text[], epochs bigint[],
  next_ats timestamptz[], troubled boolean[]) returns void
language sql security definer set search_path = '' as $$
  update switchyard.webhook_queue q set leased_until = null, due_at = r.next_at, is_troubled = r.is_troubled
    from unnest(of_endpoints, epochs, next_ats, troubled) as r (endpoint_id, epoch, next_at, is_troubled)
    where q.environment_id = of_environment and q.endpoint_id = r.endpoint_id and q.lease_epoch = r.epoch
$$;

-- ── Row-level security, grants ───────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['webhook_endpoint', 'webhook_message', 'webhook_attempt']
  loop
    execute format('alter table switchyard.%I enable row level security', name);
    execute format('alter table switchyard.%I force row level security', name);
    execute format(
      'create policy own_environment on switchyard.%I using (environment_id = current_setting(''switchyard.environment'', true))',
      name);
  end loop;
end
$$;

grant select, insert, update, delete on switchyard.webhook_endpoint, switchyard.webhook_message, switchyard.webhook_attempt
  to switchyard_app;

revoke execute on function switchyard.enqueue_webhook_endpoint, switchyard.dequeue_webhook_endpoint,
  switchyard.wake_webhook_endpoint, switchyard.claim_webhook_endpoints, switchyard.hold_webhook_endpoints,
  switchyard.advance_webhook_cursors, switchyard.release_webhook_endpoints from public;
grant execute on function switchyard.enqueue_webhook_endpoint, switchyard.dequeue_webhook_endpoint,
  switchyard.wake_webhook_endpoint, switchyard.claim_webhook_endpoints, switchyard.hold_webhook_endpoints,
  switchyard.advance_webhook_cursors, switchyard.release_webhook_endpoints to switchyard_app;
