-- Retention, erasure, reconciliation with providers, and what a restore from a backup needs.

-- How far each kind of row has been cleared away, in the words of the column that dates it. A sweep begins there, so that it
-- does not pass again and again over what it keeps. Of events it also says which cursors are over.
create table switchyard.retention_mark (
  environment_id text collate "C" not null references switchyard.environment (environment_id),
  what text collate "C" not null,
  through text collate "C" not null,
  primary key (environment_id, what)
);

grant delete on switchyard.decision, switchyard.outcome to switchyard_app;
create index outcome_by_age on switchyard.outcome (environment_id, created_at);
create index routing_snapshot_by_use on switchyard.routing_snapshot (environment_id, used_at);

-- The service may add to the log and may not take from it, but by this function: from its beginning only, never the newest
-- event, and never past the first one that tells of a payment which is still open. So what is left has no gaps.
create function switchyard.remove_events(of_environment text, until timestamptz, rows_max integer)
  returns table (removed integer, last_sequence bigint, last_id text)
  language sql security definer set search_path = '' as $$
  with head as (
    select e.sequence, e.id, e.created_at, e.object_id from switchyard.event e
    where e.environment_id = of_environment and e.sequence > coalesce((
        select m.through::bigint from switchyard.retention_mark m
        where m.environment_id = of_environment and m.what = 'event'), 0)
      and e.sequence < (select c.last_sequence from switchyard.event_counter c where c.environment_id = of_environment)
    order by e.sequence limit rows_max
  ), stop as (
    select min(h.sequence) as at from head h
    where h.created_at >= until
      or exists (select from switchyard.payment_intent p
        where p.environment_id = of_environment and p.id = h.object_id
          and p.status not in ('succeeded', 'failed', 'cancelled'))
      or exists (select from switchyard.leg l
        join switchyard.payment_intent p on p.environment_id = l.environment_id and p.id = l.payment_intent_id
        where l.environment_id = of_environment and l.id = h.object_id
          and p.status not in ('succeeded', 'failed', 'cancelled'))
  ), gone as (
    delete from switchyard.event e using head h, stop s
    where e.environment_id = of_environment and e.sequence = h.sequence and (s.at is null or h.sequence < s.at)
    returning e.sequence, e.id
  )
  select count(*)::integer, max(g.sequence), max(g.id) from gone g
$$;

-- There from now on, if it was not; a job that is there keeps its time.
create function switchyard.keep_job(of_environment text, of_kind text, of_subject text, at timestamptz) returns void
  language sql security definer set search_path = '' as $$
  insert into switchyard.job (environment_id, kind, subject_id, run_at)
    values (of_environment, of_kind, of_subject, at)
    on conflict (environment_id, kind, subject_id) do nothing
$$;

-- An erased customer leaves its row, which others refer to, and nothing in it that says who it was.
alter table switchyard.customer alter column external_id drop not null;
grant update on switchyard.customer to switchyard_app;

create index payment_intent_open on switchyard.payment_intent (environment_id, id)
  where status in ('requires_action', 'processing');
create index link_session_open on switchyard.link_session (environment_id, customer_id)
  where status in ('requires_action', 'processing');

-- Whoever erases holds the row of the data key; nothing can then be written for its subject but before that or not at all.
create function switchyard.refuse_erased() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  subjects text[];
begin
  if tg_table_name = 'payment_intent' then
    subjects := array[new.subject_id, (select a.subject_id from switchyard.account a
      where a.environment_id = new.environment_id and a.id = new.to_account_id)];
  else
    subjects := array[new.customer_id];
  end if;
  perform k.subject_id from switchyard.data_key k
    where k.environment_id = new.environment_id and k.subject_id = any(subjects) order by k.subject_id for share;
  if exists (select from switchyard.data_key k
      where k.environment_id = new.environment_id and k.subject_id = any(subjects) and k.wrapped is null) then
    raise exception 'the subject has been erased' using errcode = 'foreign_key_violation';
  end if;
  return new;
end
$$;
create trigger refuse_erased before insert on switchyard.account
  for each row when (new.customer_id is not null) execute function switchyard.refuse_erased();
create trigger refuse_erased before insert on switchyard.link_session
  for each row execute function switchyard.refuse_erased();
create trigger refuse_erased before insert on switchyard.payment_intent
  for each row execute function switchyard.refuse_erased();

-- When the provider's own list last showed an operation.
alter table switchyard.rail_operation add column listed_at timestamptz;
create index rail_operation_by_begun on switchyard.rail_operation (environment_id, begun_at);

-- How far a connection has been held against its provider's list, and where in that list the work stands.
create table switchyard.reconciliation (
  environment_id text collate "C" not null,
  connection_id text collate "C" not null,
  reconciled_until timestamptz not null,
  window_until timestamptz,
  role text check (role in ('payment', 'payout')),
  cursor text,
  primary key (environment_id, connection_id),
  foreign key (environment_id, connection_id) references switchyard.connection (environment_id, id),
  check ((window_until is null) = (role is null))
);

-- Where our books and a provider's differ. One row for each difference, however often it is seen; only an operator resolves it.
create table switchyard.reconciliation_finding (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  connection_id text collate "C" not null,
  kind text not null check (kind in ('unknown_to_us', 'unknown_to_provider', 'amount_differs', 'status_differs')),
  -- HMAC of the provider's reference, or of our key where there is none: by what the same difference is known again.
  subject bytea not null,
  payment_intent_id text collate "C",
  leg_id text collate "C",
  body bytea not null,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  resolved_at timestamptz,
  primary key (environment_id, id),
  unique (environment_id, connection_id, kind, subject),
  foreign key (environment_id, connection_id) references switchyard.connection (environment_id, id)
);
create index reconciliation_finding_open on switchyard.reconciliation_finding (environment_id, id)
  where resolved_at is null;

do $$
declare
  name text;
begin
  foreach name in array array['retention_mark', 'reconciliation', 'reconciliation_finding']
  loop
    execute format('alter table switchyard.%I enable row level security', name);
    execute format('alter table switchyard.%I force row level security', name);
    execute format(
      'create policy own_environment on switchyard.%I using (environment_id = current_setting(''switchyard.environment'', true))',
      name);
  end loop;
end
$$;

grant select, insert, update on switchyard.retention_mark, switchyard.reconciliation,
  switchyard.reconciliation_finding to switchyard_app;

revoke all on function switchyard.refuse_erased() from public;
revoke all on function switchyard.remove_events(text, timestamptz, integer),
  switchyard.keep_job(text, text, text, timestamptz) from public;
grant execute on function switchyard.remove_events(text, timestamptz, integer),
  switchyard.keep_job(text, text, text, timestamptz) to switchyard_app;
