-- What is due is found by its index: a clock that goes on while a statement runs, as in 0003, is compared with job after job instead.
create or replace function switchyard.claim_due_jobs(of_kinds text[], lease_ms integer, jobs_max integer)
returns table (environment_id text, kind text, subject_id text, wanted bigint, attempts integer, lease_epoch bigint)
language sql security definer set search_path = '' as $$
  update switchyard.job j
    set leased_until = clock_timestamp() + lease_ms * interval '1 millisecond', lease_epoch = j.lease_epoch + 1,
        attempts = j.attempts + 1
    from (
      select d.environment_id, d.kind, d.subject_id from switchyard.job d
      where d.run_at <= statement_timestamp() and (d.leased_until is null or d.leased_until < clock_timestamp())
        and d.kind = any(of_kinds)
      order by d.run_at limit jobs_max for update skip locked
    ) due
    where j.environment_id = due.environment_id and j.kind = due.kind and j.subject_id = due.subject_id
    returning j.environment_id, j.kind, j.subject_id, j.wanted, j.attempts, j.lease_epoch
$$;
