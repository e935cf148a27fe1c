-- Rails that the service calls itself: credentials, the banks they reach, the linking of accounts, what providers send us
-- unasked, and the queue of work that outlives a request.

-- ── Connections that are called ──────────────────────────────────────────────────────────────────────────────

create table switchyard.connection_credentials (
  environment_id text collate "C" not null,
  connection_id text collate "C" not null,
  version integer not null check (version >= 1),
  sealed bytea not null, -- under the environment's own data key
  updated_at timestamptz not null,
  primary key (environment_id, connection_id),
  foreign key (environment_id, connection_id) references switchyard.connection (environment_id, id)
);

-- Global look-up: from the unguessable part of a webhook's path to the connection it is for.
create table switchyard.webhook_path (
  token_hash bytea primary key,
  environment_id text collate "C" not null,
  connection_id text collate "C" not null,
  foreign key (environment_id, connection_id) references switchyard.connection (environment_id, id)
);

-- Stored before it is acknowledged, once: a provider that sends it again finds it here.
create table switchyard.provider_notice (
  environment_id text collate "C" not null,
  connection_id text collate "C" not null,
  delivery_id text collate "C" not null,
  notices json not null, -- what to look at; nothing else of the delivery is kept
  received_at timestamptz not null,
  applied_at timestamptz,
  primary key (environment_id, connection_id, delivery_id),
  foreign key (environment_id, connection_id) references switchyard.connection (environment_id, id)
);
create index provider_notice_by_age on switchyard.provider_notice (environment_id, received_at);

-- What a connection's provider knows of banks, as it was last fetched.
create table switchyard.provider_directory (
  environment_id text collate "C" not null,
  connection_id text collate "C" not null,
  body bytea not null, -- gzipped JSON
  digest text collate "C" not null,
  fetched_at timestamptz not null,
  primary key (environment_id, connection_id),
  foreign key (environment_id, connection_id) references switchyard.connection (environment_id, id)
);

-- ── Linking ──────────────────────────────────────────────────────────────────────────────────────────────────

create table switchyard.link_session (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  customer_id text collate "C" not null,
  country text collate "C" not null,
  institution_id text collate "C",
  rail text collate "C" not null,
  connection_id text collate "C" not null,
  channel text not null check (channel in ('web', 'native')),
  status text not null check (status in ('requires_action', 'processing', 'completed', 'failed')),
  explanation json not null,
  candidates json not null, -- connections still to be tried, best first
  account_ids text[] collate "C" not null default '{}',
  failure json,
  provider_ref bytea, -- fingerprint of what the provider's webhooks call it
  details bytea not null, -- sealed: return URI, state, psu, action, the rail's memo
  revision integer not null default 1, -- grows with every change; a change names the one it saw
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, customer_id) references switchyard.customer (environment_id, id),
  foreign key (environment_id, connection_id) references switchyard.connection (environment_id, id),
  check ((status = 'failed') = (failure is not null)),
  check (status = 'completed' or cardinality(account_ids) = 0)
);
create index link_session_by_provider_ref on switchyard.link_session (environment_id, connection_id, provider_ref)
  where provider_ref is not null;

-- What a user granted to a connection: tokens, for one or more accounts.
create table switchyard.link_grant (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  connection_id text collate "C" not null,
  customer_id text collate "C" not null,
  status text not null check (status in ('valid', 'expired', 'revoked')),
  secret bytea not null, -- sealed
  provider_ref bytea,
  consent_expires_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, customer_id) references switchyard.customer (environment_id, id),
  foreign key (environment_id, connection_id) references switchyard.connection (environment_id, id)
);
create index link_grant_by_provider_ref on switchyard.link_grant (environment_id, connection_id, provider_ref)
  where provider_ref is not null;

alter table switchyard.account add column institution_id text collate "C";

-- One row for each connection an account has been linked through; linking again replaces its grant.
create table switchyard.account_link (
  environment_id text collate "C" not null,
  account_id text collate "C" not null,
  connection_id text collate "C" not null,
  grant_id text collate "C" not null,
  provider_account bytea not null, -- sealed: the provider's id of the account
  primary key (environment_id, account_id, connection_id),
  foreign key (environment_id, account_id) references switchyard.account (environment_id, id),
  foreign key (environment_id, connection_id) references switchyard.connection (environment_id, id),
  foreign key (environment_id, grant_id) references switchyard.link_grant (environment_id, id)
);
create index account_link_by_grant on switchyard.account_link (environment_id, grant_id);

-- A write that calls a provider commits its claim and its rows before the call: the claim then names the resource, which
-- a repeat resumes when no answer has been stored.
alter table switchyard.idempotency_key add column resource_id text collate "C";
alter table switchyard.idempotency_key drop constraint idempotency_key_check;
alter table switchyard.idempotency_key add constraint idempotency_key_answered_check
  check (num_nulls(status, response) in (0, 2) and (response is null or subject_id is not null));

-- ── The job queue: global, because a worker takes whatever is due ────────────────────────────────────────────
-- One job for each (environment, kind, subject). A lease lasts to leased_until on this database's clock; lease_epoch grows with
-- every lease, and whoever writes under a lease holds the job's row with its epoch in the same transaction, so a worker that was
-- thought dead cannot write. wanted grows with every request for the job: one that came while it ran is not lost.

create table switchyard.job (
  environment_id text collate "C" not null,
  kind text collate "C" not null,
  subject_id text collate "C" not null,
  run_at timestamptz not null,
  wanted bigint not null default 1,
  attempts integer not null default 0,
  lease_epoch bigint not null default 0,
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  primary key (environment_id, kind, subject_id)
);
create index job_due on switchyard.job (run_at);

create function switchyard.schedule_job(of_environment text, of_kind text, of_subject text, at timestamptz) returns void
language sql security definer set search_path = '' as $$
  insert into switchyard.job (environment_id, kind, subject_id, run_at)
    values (of_environment, of_kind, of_subject, at)
    on conflict (environment_id, kind, subject_id) do update
      set run_at = least(switchyard.job.run_at, excluded.run_at), wanted = switchyard.job.wanted + 1
$$;

create function switchyard.claim_due_jobs(of_kinds text[], lease_ms integer, jobs_max integer)
returns table (environment_id text, kind text, subject_id text, wanted bigint, attempts integer, lease_epoch bigint)
language sql security definer set search_path = '' as $$
  update switchyard.job j
    set leased_until = clock_timestamp() + lease_ms * interval '1 millisecond', lease_epoch = j.lease_epoch + 1,
        attempts = j.attempts + 1
    from (
      select d.environment_id, d.kind, d.subject_id from switchyard.job d
      where d.run_at <= clock_timestamp() and (d.leased_until is null or d.leased_until < clock_timestamp())
        and d.kind = any(of_kinds)
      order by d.run_at limit jobs_max for update skip locked
    ) due
    where j.environment_id = due.environment_id and j.kind = due.kind and j.subject_id = due.subject_id
    returning j.environment_id, j.kind, j.subject_id, j.wanted, j.attempts, j.lease_epoch
$$;

create function switchyard.claim_job(of_environment text, of_kind text, of_subject text, lease_ms integer)
returns table (environment_id text, kind text, subject_id text, wanted bigint, attempts integer, lease_epoch bigint)
language sql security definer set search_path = '' as $$
  update switchyard.job j
    set leased_until = clock_timestamp() + lease_ms * interval '1 millisecond', lease_epoch = j.lease_epoch + 1,
        attempts = j.attempts + 1
    where j.environment_id = of_environment and j.kind = of_kind and j.subject_id = of_subject
      and (j.leased_until is null or j.leased_until < clock_timestamp())
    returning j.environment_id, j.kind, j.subject_id, j.wanted, j.attempts, j.lease_epoch
$$;

-- True while the lease holds. The row stays locked to the end of the transaction, so nobody can take the job over before.
create function switchyard.hold_job(of_environment text, of_kind text, of_subject text, epoch bigint) returns boolean
language sql security definer set search_path = '' as $$
  select exists (
    select 1 from switchyard.job j
    where j.environment_id = of_environment and j.kind = of_kind and j.subject_id = of_subject
      and j.lease_epoch = epoch and j.leased_until > clock_timestamp()
    for update)
$$;

-- Gives the lease back: the job is gone, or due again at next_run_at. A request that came meanwhile keeps it due.
create function switchyard.finish_job(of_environment text, of_kind text, of_subject text, epoch bigint, seen_wanted bigint,
  next_run_at timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from switchyard.job j
    where j.environment_id = of_environment and j.kind = of_kind and j.subject_id = of_subject
      and j.lease_epoch = epoch and j.wanted = seen_wanted and next_run_at is null;
  if found then
    return;
  end if;
  update switchyard.job j
    set leased_until = null,
        run_at = case when j.wanted = seen_wanted then next_run_at
                      else least(coalesce(next_run_at, clock_timestamp()), clock_timestamp()) end
    where j.environment_id = of_environment and j.kind = of_kind and j.subject_id = of_subject and j.lease_epoch = epoch;
end
$$;

-- ── Row-level security, grants, doors ────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['connection_credentials', 'provider_notice', 'provider_directory', 'link_session',
                              'link_grant', 'account_link']
  loop
    execute format('alter table switchyard.%I enable row level security', name);
    execute format('alter table switchyard.%I force row level security', name);
    execute format(
      'create policy own_environment on switchyard.%I using (environment_id = current_setting(''switchyard.environment'', true))',
      name);
  end loop;
end
$$;

grant select, insert, update on switchyard.connection_credentials, switchyard.provider_directory, switchyard.link_session,
  switchyard.link_grant, switchyard.account_link to switchyard_app;
grant select, insert, update, delete on switchyard.provider_notice to switchyard_app;

create function switchyard.register_webhook_path(hash bytea, of_environment text, of_connection text) returns void
language sql security definer set search_path = '' as $$
  insert into switchyard.webhook_path (token_hash, environment_id, connection_id)
    values (hash, of_environment, of_connection) on conflict (token_hash) do nothing
$$;

create function switchyard.find_webhook_path(hash bytea) returns table (environment_id text, connection_id text)
language sql stable security definer set search_path = '' as $$
  select w.environment_id, w.connection_id from switchyard.webhook_path w where w.token_hash = hash
$$;

revoke execute on function switchyard.schedule_job, switchyard.claim_due_jobs, switchyard.claim_job, switchyard.hold_job,
  switchyard.finish_job, switchyard.register_webhook_path, switchyard.find_webhook_path from public;
grant execute on function switchyard.schedule_job, switchyard.claim_due_jobs, switchyard.claim_job, switchyard.hold_job,
  switchyard.finish_job, switchyard.register_webhook_path, switchyard.find_webhook_path to switchyard_app;
