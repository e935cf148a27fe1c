-- The requests of the last days: who called what, and how it was answered. An id tells when its request arrived, so there is no
-- column for that, and no index by it: one row for each request is enough to write. No foreign key leads from it, which would be
-- looked up for each row; environments are never removed, and a key that calls is one of its environment.
create table switchyard.request_log (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  key_id text collate "C" not null,
  operation text collate "C" not null,
  status smallint not null,
  duration_us integer not null check (duration_us >= 0),
  error_code text collate "C",
  primary key (environment_id, id)
);
alter table switchyard.request_log enable row level security;
alter table switchyard.request_log force row level security;
create policy own_environment on switchyard.request_log
  using (environment_id = current_setting('switchyard.environment', true));
grant select, insert, delete on switchyard.request_log to switchyard_app;

create index request_log_errors on switchyard.request_log (environment_id, id) where status >= 400;

-- Statistics count what happened in a span of time.
create index payment_intent_by_age on switchyard.payment_intent (environment_id, created_at);
create index leg_by_age on switchyard.leg (environment_id, created_at);
