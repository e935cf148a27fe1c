-- What an operator has found out about a leg that only a person can decide on. In live it waits here for a second one.
create table switchyard.leg_resolution (
  environment_id text collate "C" not null,
  leg_id text collate "C" not null,
  outcome text not null check (outcome in ('settled', 'failed', 'returned')),
  evidence bytea not null, -- sealed under the payment's key
  proposed_by text collate "C" not null,
  proposed_at timestamptz not null,
  approved_by text collate "C",
  approved_at timestamptz,
  primary key (environment_id, leg_id),
  foreign key (environment_id, leg_id) references switchyard.leg (environment_id, id),
  check ((approved_by is null) = (approved_at is null))
);
alter table switchyard.leg_resolution enable row level security;
alter table switchyard.leg_resolution force row level security;
create policy own_environment on switchyard.leg_resolution
  using (environment_id = current_setting('switchyard.environment', true));
grant select, insert, update on switchyard.leg_resolution to switchyard_app;

create index leg_in_review on switchyard.leg (environment_id, id) where status = 'review';
