-- Decide mode: what an environment has connected, how it wants rails chosen, what it pays, what it has learnt; the
-- snapshots cut from all that; decisions and their outcomes.
--
-- Configuration that the engine reads whole stands in json columns, in the engine's own shapes: they are written
-- by one function, read by one function, and never searched by the database.

create table switchyard.connection (
  environment_id text collate "C" not null references switchyard.environment (environment_id),
  id text collate "C" not null,
  -- The connection's name in a configuration file, by which a later import finds it again.
  config_key text collate "C" not null,
  rail text collate "C" not null,
  mode text not null check (mode in ('route', 'decide')),
  status text not null check (status in ('pending', 'ready', 'degraded', 'disabled')),
  body json not null, -- label, roles, countries, operations, limits, declared latency
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, config_key)
);

create table switchyard.price (
  environment_id text collate "C" not null,
  connection_id text collate "C" not null,
  position integer not null,
  body json not null, -- conditions, fee, contract
  primary key (environment_id, connection_id, position),
  foreign key (environment_id, connection_id) references switchyard.connection (environment_id, id)
);

create table switchyard.contract (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  connection_id text collate "C" not null,
  body json not null, -- basis, asset, mode, tiers, period, commitment
  primary key (environment_id, id),
  foreign key (environment_id, connection_id) references switchyard.connection (environment_id, id)
);

-- One row per contract and period: a new period begins at nothing used.
create table switchyard.contract_usage (
  environment_id text collate "C" not null,
  contract_id text collate "C" not null,
  period_start timestamptz not null,
  used numeric(39, 0) not null check (used >= 0),
  primary key (environment_id, contract_id, period_start),
  foreign key (environment_id, contract_id) references switchyard.contract (environment_id, id)
);

-- Every version of the policy is kept; the newest is the one in force.
create table switchyard.policy_version (
  environment_id text collate "C" not null references switchyard.environment (environment_id),
  version integer not null check (version >= 1),
  body json not null,
  created_at timestamptz not null,
  primary key (environment_id, version)
);

create table switchyard.fx_rate (
  environment_id text collate "C" not null references switchyard.environment (environment_id),
  from_asset text collate "C" not null,
  to_asset text collate "C" not null,
  numerator numeric(39, 0) not null check (numerator > 0),
  denominator numeric(39, 0) not null check (denominator > 0),
  as_of timestamptz not null,
  primary key (environment_id, from_asset, to_asset)
);

create table switchyard.coverage (
  environment_id text collate "C" not null references switchyard.environment (environment_id),
  institution_id text collate "C" not null,
  country text collate "C" not null,
  rails json not null,
  primary key (environment_id, institution_id)
);

-- What was learnt. The empty text stands for "any": a cell for a whole country, or for a whole operation.
create table switchyard.reliability_cell (
  environment_id text collate "C" not null references switchyard.environment (environment_id),
  rail text collate "C" not null,
  operation text collate "C" not null,
  country text collate "C" not null,
  institution_id text collate "C" not null,
  success_micro bigint not null check (success_micro >= 0),
  failure_micro bigint not null check (failure_micro >= 0),
  samples bigint not null check (samples >= 0),
  as_of_ms bigint not null,
  primary key (environment_id, rail, operation, country, institution_id),
  check (institution_id = '' or country <> '')
);

create table switchyard.latency_sketch (
  environment_id text collate "C" not null references switchyard.environment (environment_id),
  rail text collate "C" not null,
  operation text collate "C" not null,
  sketch json not null,
  primary key (environment_id, rail, operation)
);

-- A snapshot is kept for as long as a decision cites it.
create table switchyard.routing_snapshot (
  environment_id text collate "C" not null references switchyard.environment (environment_id),
  digest text collate "C" not null,
  version integer not null,
  body bytea not null, -- gzipped JSON
  created_at timestamptz not null,
  primary key (environment_id, digest)
);
create unique index routing_snapshot_by_version on switchyard.routing_snapshot (environment_id, version);

-- The request (masked metadata), the ranking and the snapshot: the whole answer can be computed again from these.
create table switchyard.decision (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  request json not null,
  ranking json not null, -- chosen first: rail, connection, expected cost, contract
  snapshot_digest text collate "C" not null,
  created_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, snapshot_digest) references switchyard.routing_snapshot (environment_id, digest)
);
create index decision_by_snapshot on switchyard.decision (environment_id, snapshot_digest);

-- One record for each status a rail reached under a decision; its answer is kept, since a repeat returns it.
create table switchyard.outcome (
  environment_id text collate "C" not null references switchyard.environment (environment_id),
  decision_id text collate "C" not null,
  rail text collate "C" not null,
  status text not null check (status in ('succeeded', 'failed', 'cancelled')),
  body json not null,
  created_at timestamptz not null,
  primary key (environment_id, decision_id, rail, status)
);

do $$
declare
  name text;
begin
  foreach name in array array['connection', 'price', 'contract', 'contract_usage', 'policy_version', 'fx_rate',
                              'coverage', 'reliability_cell', 'latency_sketch', 'routing_snapshot', 'decision', 'outcome']
  loop
    execute format('alter table switchyard.%I enable row level security', name);
    execute format('alter table switchyard.%I force row level security', name);
    execute format(
      'create policy own_environment on switchyard.%I using (environment_id = current_setting(''switchyard.environment'', true))',
      name);
  end loop;
end
$$;

grant select, insert, update, delete on switchyard.connection, switchyard.price, switchyard.contract, switchyard.fx_rate,
  switchyard.coverage to switchyard_app;
grant select, insert, update on switchyard.contract_usage, switchyard.reliability_cell, switchyard.latency_sketch
  to switchyard_app;
grant select, insert on switchyard.policy_version, switchyard.decision, switchyard.outcome to switchyard_app;
grant select, insert, delete on switchyard.routing_snapshot to switchyard_app;
