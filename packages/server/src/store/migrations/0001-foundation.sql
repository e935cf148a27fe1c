-- The ground floor of the store.
--
-- What always holds:
--   * environment_id leads every primary key, foreign key and index, so that tables can be spread by it later.
--     The exceptions are the global look-up tables: organisation, environment, api_key_lookup, schema_migration.
--   * Row-level security is forced on every other table: a transaction sees the rows of the one
--     environment it has set (setting switchyard.environment), and none when it has set none.
--   * The service works as switchyard_app, which owns nothing. Global tables are out of its reach but for the
--     SECURITY DEFINER functions at the end of this file.
--   * Ids sort by time under the "C" collation.
--   * Personal data stands only in bytea columns sealed under a data key. Erasing a subject destroys that key.

create schema switchyard;
grant usage on schema switchyard to switchyard_app;

-- ── Organisations and environments ───────────────────────────────────────────────────────────────────────────

create table switchyard.organisation (
  id text collate "C" primary key,
  name text not null,
  created_at timestamptz not null
);

create table switchyard.environment (
  environment_id text collate "C" primary key,
  organisation_id text collate "C" not null references switchyard.organisation (id),
  mode text not null check (mode in ('test', 'live')),
  name text not null,
  created_at timestamptz not null
);

-- ── Keys: master key (outside) wraps environment keys, which wrap data keys, which seal columns ──────────────

create table switchyard.environment_key (
  environment_id text collate "C" not null references switchyard.environment (environment_id),
  purpose text not null check (purpose in ('seal', 'fingerprint')),
  version integer not null check (version >= 1),
  master_key_id text not null,
  wrapped bytea not null,
  created_at timestamptz not null,
  primary key (environment_id, purpose, version),
  -- Fingerprints must stay comparable for ever, so their key is never replaced, only wrapped anew.
  check (purpose = 'seal' or version = 1)
);

-- One data key per subject: a customer, an account that belongs to no customer, or the environment itself for what
-- belongs to nobody.
create table switchyard.data_key (
  environment_id text collate "C" not null references switchyard.environment (environment_id),
  subject_id text collate "C" not null,
  version integer not null check (version >= 1),
  environment_key_version integer not null,
  wrapped bytea,
  created_at timestamptz not null,
  destroyed_at timestamptz,
  primary key (environment_id, subject_id),
  check ((wrapped is null) = (destroyed_at is not null))
);

-- ── API keys ─────────────────────────────────────────────────────────────────────────────────────────────────

create table switchyard.api_key (
  environment_id text collate "C" not null references switchyard.environment (environment_id),
  id text collate "C" not null,
  label text not null,
  hint text not null,
  scopes text[] not null check (cardinality(scopes) >= 1),
  api_version text not null,
  allowed_addresses text[] not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  primary key (environment_id, id)
);

create table switchyard.api_key_lookup (
  hash bytea primary key,
  environment_id text collate "C" not null,
  key_id text collate "C" not null,
  foreign key (environment_id, key_id) references switchyard.api_key (environment_id, id)
);

-- ── Customers and accounts ───────────────────────────────────────────────────────────────────────────────────

create table switchyard.customer (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  external_id text collate "C" not null,
  country text collate "C",
  profile bytea not null, -- sealed: name, email, metadata
  created_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, external_id),
  foreign key (environment_id, id) references switchyard.data_key (environment_id, subject_id)
);

create table switchyard.account (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  customer_id text collate "C",
  subject_id text collate "C" not null,
  source text not null check (source in ('linked', 'registered')),
  status text not null check (status in ('active', 'reauth_required', 'closed')),
  scheme text not null,
  masked text not null,
  country text collate "C",
  assets text[] not null,
  fingerprint bytea not null,
  details bytea not null, -- sealed: holder name, metadata
  address bytea not null, -- sealed: the payto URI, opened only to pay
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, customer_id) references switchyard.customer (environment_id, id),
  foreign key (environment_id, subject_id) references switchyard.data_key (environment_id, subject_id),
  check (subject_id = coalesce(customer_id, id))
);
create index account_by_customer on switchyard.account (environment_id, customer_id, id);
create index account_by_fingerprint on switchyard.account (environment_id, fingerprint);

-- ── The event log ────────────────────────────────────────────────────────────────────────────────────────────
-- A sequence number is taken at COMMIT, under the lock of the environment's counter row, by a deferred trigger.
-- So numbers are gapless, and whoever sees number n sees every number below it: a walker can miss nothing.

create table switchyard.event_counter (
  environment_id text collate "C" primary key references switchyard.environment (environment_id),
  last_sequence bigint not null default 0
);

create table switchyard.event (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  sequence bigint,
  type text not null,
  object_id text collate "C" not null,
  data json not null,
  previous json,
  cause json not null,
  api_version text not null,
  created_at timestamptz not null,
  primary key (environment_id, id)
);
create unique index event_by_sequence on switchyard.event (environment_id, sequence);
create index event_by_type on switchyard.event (environment_id, type, sequence);

create function switchyard.number_event() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  next_sequence bigint;
begin
  update switchyard.event_counter set last_sequence = last_sequence + 1
    where environment_id = new.environment_id
    returning last_sequence into strict next_sequence;
  update switchyard.event set sequence = next_sequence
    where environment_id = new.environment_id and id = new.id;
  return null;
end
$$;

create constraint trigger number_event after insert on switchyard.event
  deferrable initially deferred for each row execute function switchyard.number_event();

-- ── Idempotency ──────────────────────────────────────────────────────────────────────────────────────────────

create table switchyard.idempotency_key (
  environment_id text collate "C" not null references switchyard.environment (environment_id),
  key text collate "C" not null,
  fingerprint bytea not null,
  subject_id text collate "C", -- whose data key seals the response
  status smallint,
  response bytea,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (environment_id, key),
  foreign key (environment_id, subject_id) references switchyard.data_key (environment_id, subject_id),
  check (num_nulls(subject_id, status, response) in (0, 3))
);
create index idempotency_key_by_expiry on switchyard.idempotency_key (environment_id, expires_at);

-- ── Row-level security and grants ────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['environment_key', 'data_key', 'api_key', 'customer', 'account',
                              'event_counter', 'event', 'idempotency_key']
  loop
    execute format('alter table switchyard.%I enable row level security', name);
    execute format('alter table switchyard.%I force row level security', name);
    execute format(
      'create policy own_environment on switchyard.%I using (environment_id = current_setting(''switchyard.environment'', true))',
      name);
  end loop;
end
$$;

grant select, insert on switchyard.event_counter to switchyard_app;
grant select, insert, update on switchyard.environment_key, switchyard.data_key, switchyard.api_key to switchyard_app;
grant select, insert on switchyard.customer to switchyard_app;
grant select, insert, update on switchyard.account to switchyard_app;
grant select, insert on switchyard.event to switchyard_app;
grant select, insert, update, delete on switchyard.idempotency_key to switchyard_app;

-- ── Doors to the global tables ───────────────────────────────────────────────────────────────────────────────

create function switchyard.create_organisation(new_id text, new_name text, at timestamptz) returns void
language sql security definer set search_path = '' as $$
  insert into switchyard.organisation (id, name, created_at) values (new_id, new_name, at)
$$;

create function switchyard.create_environment(new_id text, of_organisation text, new_mode text, new_name text, at timestamptz)
returns void
language sql security definer set search_path = '' as $$
  insert into switchyard.environment (environment_id, organisation_id, mode, name, created_at)
    values (new_id, of_organisation, new_mode, new_name, at)
$$;

create function switchyard.list_environments()
returns table (environment_id text, organisation_id text, organisation_name text, mode text)
language sql stable security definer set search_path = '' as $$
  select e.environment_id, e.organisation_id, o.name, e.mode
  from switchyard.environment e join switchyard.organisation o on o.id = e.organisation_id
  order by e.environment_id
$$;

create function switchyard.register_api_key(key_hash bytea, of_environment text, of_key text) returns void
language sql security definer set search_path = '' as $$
  insert into switchyard.api_key_lookup (hash, environment_id, key_id) values (key_hash, of_environment, of_key)
$$;

-- From a key's hash to all that a request needs to know of it, in one call. It enters the key's environment for
-- the rest of the transaction, which is how the row below becomes visible.
create function switchyard.find_api_key(key_hash bytea)
returns table (key_id text, environment_id text, organisation_id text, mode text, scopes text[], api_version text,
               allowed_addresses text[], expires_at timestamptz, revoked_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  found_key switchyard.api_key_lookup;
begin
  select * into found_key from switchyard.api_key_lookup l where l.hash = key_hash;
  if not found then
    return;
  end if;
  perform set_config('switchyard.environment', found_key.environment_id, true);
  return query
    select k.id, k.environment_id, e.organisation_id, e.mode, k.scopes, k.api_version, k.allowed_addresses,
           k.expires_at, k.revoked_at
    from switchyard.api_key k join switchyard.environment e using (environment_id)
    where k.environment_id = found_key.environment_id and k.id = found_key.key_id;
end
$$;

revoke execute on all functions in schema switchyard from public;
grant execute on function switchyard.create_organisation, switchyard.create_environment, switchyard.list_environments,
  switchyard.register_api_key, switchyard.find_api_key to switchyard_app;
