-- A test environment's clock may be ahead of the real one, and never goes back. What is due there is due by its own clock: a job
-- or an endpoint of such an environment is claimed by the functions below, beside those that everybody is claimed by. Where no
-- clock was moved nobody calls them, and nothing that was there before has changed.
alter table switchyard.environment add column clock_ahead_ms bigint not null default 0
  constraint environment_clock_check check (clock_ahead_ms >= 0 and (mode = 'test' or clock_ahead_ms = 0));

create index environment_moved_clock on switchyard.environment (environment_id) where clock_ahead_ms > 0;

create function switchyard.moved_clocks() returns table (environment_id text, ahead_ms bigint)
language sql stable security definer set search_path = '' as $$
  select e.environment_id, e.clock_ahead_ms from switchyard.environment e where e.clock_ahead_ms > 0
$$;

-- Answers how far ahead it is then; nothing when that would be too far, or there is no such test environment.
create function switchyard.advance_clock(of_environment text, by_ms bigint, ahead_ms_max bigint) returns bigint
language sql security definer set search_path = '' as $$
  update switchyard.environment e set clock_ahead_ms = e.clock_ahead_ms + by_ms
    where e.environment_id = of_environment and e.mode = 'test' and by_ms > 0
      and e.clock_ahead_ms + by_ms <= ahead_ms_max
    returning e.clock_ahead_ms
$$;

create function switchyard.clock_ahead(of_environment text) returns bigint
language sql stable security definer set search_path = '' as $$
  select e.clock_ahead_ms from switchyard.environment e where e.environment_id = of_environment
$$;

-- Environment by environment, so that nothing is read of those whose clocks nobody has moved.
create function switchyard.claim_jobs_ahead(of_environments text[], ahead_ms bigint[], of_kinds text[], lease_ms integer,
  jobs_max integer)
returns table (environment_id text, kind text, subject_id text, wanted bigint, attempts integer, lease_epoch bigint)
language sql security definer set search_path = '' as $$
  update switchyard.job j
    set leased_until = clock_timestamp() + lease_ms * interval '1 millisecond', lease_epoch = j.lease_epoch + 1,
        attempts = j.attempts + 1
    from (
      select d.environment_id, d.kind, d.subject_id
      from (
        select c.environment_id, statement_timestamp() + c.ahead * interval '1 millisecond' as at
        from unnest(of_environments, ahead_ms) as c (environment_id, ahead)
      ) clock
      cross join lateral (
        select w.environment_id, w.kind, w.subject_id from switchyard.job w
        where w.environment_id = clock.environment_id and w.kind = any(of_kinds) and w.run_at <= clock.at
          and (w.leased_until is null or w.leased_until < statement_timestamp())
        order by w.run_at limit jobs_max for update skip locked
      ) d
      limit jobs_max
    ) due
    where j.environment_id = due.environment_id and j.kind = due.kind and j.subject_id = due.subject_id
    returning j.environment_id, j.kind, j.subject_id, j.wanted, j.attempts, j.lease_epoch
$$;

create function switchyard.claim_webhook_endpoints_ahead(of_environments text[], ahead_ms bigint[], at timestamptz,
  lease_ms integer, healthy_max integer, troubled_max integer)
returns table (environment_id text, endpoint_id text, lease_epoch bigint, is_troubled boolean)
language sql security definer set search_path = '' as $$
  with due as (
    select q.environment_id, q.endpoint_id,
      row_number() over (partition by q.is_troubled order by q.served_at) as place,
      case when q.is_troubled then troubled_max else healthy_max end as places
    from switchyard.webhook_queue q
    join unnest(of_environments, ahead_ms) as c (environment_id, ahead) on c.environment_id = q.environment_id
    where q.due_at <= at + c.ahead * interval '1 millisecond'
      and (q.leased_until is null or q.leased_until < clock_timestamp())
  ), locked as (
    select q.environment_id, q.endpoint_id from switchyard.webhook_queue q
    join due d on d.environment_id = q.environment_id and d.endpoint_id = q.endpoint_id
    where d.place <= d.places and (q.leased_until is null or q.leased_until < clock_timestamp())
    for update of q skip locked
  )
  update switchyard.webhook_queue q
    set leased_until = clock_timestamp() + lease_ms * interval '1 millisecond', lease_epoch = q.lease_epoch + 1,
        served_at = clock_timestamp()
    from locked l where q.environment_id = l.environment_id and q.endpoint_id = l.endpoint_id
    returning q.environment_id, q.endpoint_id, q.lease_epoch, q.is_troubled
$$;

revoke execute on function switchyard.moved_clocks, switchyard.advance_clock, switchyard.clock_ahead,
  switchyard.claim_jobs_ahead, switchyard.claim_webhook_endpoints_ahead from public;
grant execute on function switchyard.moved_clocks, switchyard.advance_clock, switchyard.clock_ahead,
  switchyard.claim_jobs_ahead, switchyard.claim_webhook_endpoints_ahead to switchyard_app;
