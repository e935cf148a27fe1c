-- What an operator watches: legs whose end is not known yet, and jobs that nobody has taken up.

-- Few legs are open at any time, however many there have been.
create index leg_open on switchyard.leg (environment_id, status)
  where status in ('requires_action', 'submitting', 'submitted', 'unknown', 'review', 'returning');

create function switchyard.count_overdue_jobs(late_ms integer)
returns table (kind text, jobs integer, oldest_seconds double precision)
language sql stable security definer set search_path = '' as $$
  select j.kind, count(*)::integer, extract(epoch from clock_timestamp() - min(j.run_at))::double precision
  from switchyard.job j
  where j.run_at < clock_timestamp() - make_interval(secs => late_ms / 1000.0)
    and (j.leased_until is null or j.leased_until < clock_timestamp())
  group by j.kind
$$;

revoke execute on function switchyard.count_overdue_jobs from public;
grant execute on function switchyard.count_overdue_jobs to switchyard_app;
