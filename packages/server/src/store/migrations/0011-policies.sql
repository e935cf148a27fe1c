-- A policy is drafted, tried on what has happened, and then put into force. In force is the version that was activated last, so
-- that to roll back is to activate an older one.
alter table switchyard.policy_version add column activated_at timestamptz default now();
update switchyard.policy_version set activated_at = created_at;
grant update (activated_at) on switchyard.policy_version to switchyard_app;

-- What a policy would have changed, counted up batch by batch. `cursor` is the last decision that has been made again.
create table switchyard.dry_run (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  version integer not null,
  status text not null check (status in ('running', 'completed')),
  total integer not null check (total >= 0),
  cursor text collate "C",
  tally json not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (environment_id, id),
  foreign key (environment_id, version) references switchyard.policy_version (environment_id, version)
);
alter table switchyard.dry_run enable row level security;
alter table switchyard.dry_run force row level security;
create policy own_environment on switchyard.dry_run
  using (environment_id = current_setting('switchyard.environment', true))
  with check (environment_id = current_setting('switchyard.environment', true));
grant select, insert, update on switchyard.dry_run to switchyard_app;
