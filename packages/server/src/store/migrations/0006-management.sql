-- Those who run the service: operators, their sessions, management tokens; the log of what they did; and what they set for
-- an environment.
--
-- What always holds here:
--   * organisation_id leads every key of these tables, and row-level security is forced on them: a transaction sees the rows
--     of the one organisation it has set (setting switchyard.organisation), and none when it has set none.
--   * credential_lookup is global: from the hash of a secret or of an e-mail to the organisation it belongs to. The service
--     reaches it through the functions below, which enter that organisation for the rest of the transaction.
--   * Operators' names and e-mails are sealed under their organisation's key.
--   * An audit entry is written by append_audit_entry and by nothing else, and is never changed.

-- ── Organisations and environments ───────────────────────────────────────────────────────────────────────────

create table switchyard.organisation_key (
  organisation_id text collate "C" primary key references switchyard.organisation (id),
  master_key_id text not null,
  wrapped bytea not null,
  created_at timestamptz not null
);

alter table switchyard.environment
  add column return_origins text[] not null default '{}',
  add column updated_at timestamptz;

-- ── Who may call ─────────────────────────────────────────────────────────────────────────────────────────────

create table switchyard.operator (
  organisation_id text collate "C" not null references switchyard.organisation (id),
  id text collate "C" not null,
  role text not null check (role in ('owner', 'operator', 'viewer')),
  status text not null check (status in ('active', 'disabled')),
  profile bytea not null, -- sealed: e-mail, name
  password_hash text not null,
  last_signed_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (organisation_id, id)
);

create table switchyard.operator_session (
  organisation_id text collate "C" not null,
  id text collate "C" not null,
  operator_id text collate "C" not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null,
  primary key (organisation_id, id),
  foreign key (organisation_id, operator_id) references switchyard.operator (organisation_id, id)
);
create index operator_session_by_operator on switchyard.operator_session (organisation_id, operator_id);

create table switchyard.management_token (
  organisation_id text collate "C" not null references switchyard.organisation (id),
  id text collate "C" not null,
  label text not null,
  hint text not null,
  role text not null check (role in ('owner', 'operator', 'viewer')),
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (organisation_id, id)
);

create table switchyard.credential_lookup (
  hash bytea primary key,
  kind text not null check (kind in ('operator', 'session', 'token')),
  organisation_id text collate "C" not null references switchyard.organisation (id),
  subject_id text collate "C" not null
);

alter table switchyard.api_key
  add column last_used_at timestamptz,
  add column replaced_by text collate "C";

-- ── The audit log ────────────────────────────────────────────────────────────────────────────────────────────
-- body is the very text that is hashed: SHA-256 over the hash before, the sequence in digits, a line feed, and body. The
-- head says where the chain ends, so that an end that was cut off is missed.

create table switchyard.audit_head (
  organisation_id text collate "C" primary key references switchyard.organisation (id),
  sequence bigint not null,
  hash bytea not null
);

create table switchyard.audit_entry (
  organisation_id text collate "C" not null references switchyard.organisation (id),
  sequence bigint not null,
  body text not null,
  previous_hash bytea not null,
  hash bytea not null,
  id text collate "C" not null generated always as (body::jsonb ->> 'id') stored,
  environment_id text collate "C" generated always as (body::jsonb ->> 'environment') stored,
  primary key (organisation_id, sequence)
);
create unique index audit_entry_by_id on switchyard.audit_entry (organisation_id, id);
create index audit_entry_by_environment on switchyard.audit_entry (organisation_id, environment_id, sequence);

create function switchyard.refuse_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'entries of the audit log are never changed or removed';
end
$$;
create trigger audit_entry_is_final before update or delete on switchyard.audit_entry
  for each row execute function switchyard.refuse_change();
create trigger audit_log_is_whole before truncate on switchyard.audit_entry
  for each statement execute function switchyard.refuse_change();

create function switchyard.append_audit_entry(of_organisation text, entry text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  head switchyard.audit_head;
  next_hash bytea;
begin
  perform set_config('switchyard.organisation', of_organisation, true);
  insert into switchyard.audit_head (organisation_id, sequence, hash) values (of_organisation, 0, sha256(''))
    on conflict (organisation_id) do nothing;
  -- Held to the end of the transaction: entries of one organisation stand in the order of their commits.
  select * into strict head from switchyard.audit_head h where h.organisation_id = of_organisation for update;
  head.sequence := head.sequence + 1;
  next_hash := sha256(head.hash || convert_to(head.sequence || chr(10) || entry, 'UTF8'));
  insert into switchyard.audit_entry (organisation_id, sequence, body, previous_hash, hash)
    values (of_organisation, head.sequence, entry, head.hash, next_hash);
  update switchyard.audit_head h set sequence = head.sequence, hash = next_hash
    where h.organisation_id = of_organisation;
end
$$;

-- ── Row-level security and grants ────────────────────────────────────────────────────────────────────────────

do $$
declare
  name text;
begin
  foreach name in array array['organisation_key', 'operator', 'operator_session', 'management_token', 'audit_head',
                              'audit_entry']
  loop
    execute format('alter table switchyard.%I enable row level security', name);
    execute format('alter table switchyard.%I force row level security', name);
    execute format(
      'create policy own_organisation on switchyard.%I using (organisation_id = current_setting(''switchyard.organisation'', true))',
      name);
  end loop;
end
$$;

grant select, insert, update on switchyard.organisation_key, switchyard.operator, switchyard.operator_session,
  switchyard.management_token to switchyard_app;
grant select on switchyard.audit_head, switchyard.audit_entry to switchyard_app;

-- ── Doors to the global tables ───────────────────────────────────────────────────────────────────────────────

create function switchyard.list_organisations() returns table (id text, name text)
language sql stable security definer set search_path = '' as $$
  select o.id, o.name from switchyard.organisation o order by o.id
$$;

create function switchyard.organisation_environments(of_organisation text, before_id text, rows_max integer)
returns table (environment_id text, mode text, name text, return_origins text[], created_at timestamptz,
               updated_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select e.environment_id, e.mode, e.name, e.return_origins, e.created_at, coalesce(e.updated_at, e.created_at)
  from switchyard.environment e
  where e.organisation_id = of_organisation and e.environment_id < before_id collate "C"
  order by e.environment_id desc limit rows_max
$$;

create function switchyard.organisation_environment(of_organisation text, of_environment text)
returns table (environment_id text, mode text, name text, return_origins text[], created_at timestamptz,
               updated_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select e.environment_id, e.mode, e.name, e.return_origins, e.created_at, coalesce(e.updated_at, e.created_at)
  from switchyard.environment e
  where e.organisation_id = of_organisation and e.environment_id = of_environment
$$;

create function switchyard.update_environment(of_organisation text, of_environment text, new_name text,
  new_return_origins text[], at timestamptz) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update switchyard.environment e set name = new_name, return_origins = new_return_origins, updated_at = at
    where e.organisation_id = of_organisation and e.environment_id = of_environment;
  return found;
end
$$;

create function switchyard.return_origins(of_environment text) returns text[]
language sql stable security definer set search_path = '' as $$
  select e.return_origins from switchyard.environment e where e.environment_id = of_environment
$$;

create function switchyard.register_credential(new_hash bytea, of_kind text, of_organisation text, of_subject text)
returns void
language sql security definer set search_path = '' as $$
  insert into switchyard.credential_lookup (hash, kind, organisation_id, subject_id)
    values (new_hash, of_kind, of_organisation, of_subject)
$$;

-- The organisation a credential belongs to, and its subject there. It is entered for the rest of the transaction.
create function switchyard.enter_by_credential(of_hash bytea, of_kind text)
returns table (organisation_id text, organisation_name text, subject_id text)
language plpgsql security definer set search_path = '' as $$
begin
  return query
    select o.id, o.name, l.subject_id
    from switchyard.credential_lookup l join switchyard.organisation o on o.id = l.organisation_id
    where l.hash = of_hash and l.kind = of_kind;
  perform set_config('switchyard.organisation',
    coalesce((select l.organisation_id from switchyard.credential_lookup l where l.hash = of_hash and l.kind = of_kind), ''),
    true);
end
$$;

-- Whom an e-mail stands for. One call, found or not, so that the time it takes tells nothing.
create function switchyard.find_operator_by_email(email_hash bytea)
returns table (organisation_id text, organisation_name text, operator_id text, status text, password_hash text)
language plpgsql security definer set search_path = '' as $$
declare
  entered record;
begin
  select * into entered from switchyard.enter_by_credential(email_hash, 'operator');
  return query
    select entered.organisation_id, entered.organisation_name, o.id, o.status, o.password_hash
    from switchyard.operator o
    where o.organisation_id = entered.organisation_id and o.id = entered.subject_id;
end
$$;

-- A session that can be used now, and whose it is. Being asked for is being seen, noted once a minute.
create function switchyard.find_operator_session(session_hash bytea, at timestamptz, idle_ms bigint)
returns table (organisation_id text, organisation_name text, session_id text, operator_id text, role text, profile bytea,
               status text, last_signed_in_at timestamptz, operator_created_at timestamptz,
               operator_updated_at timestamptz, session_created_at timestamptz, last_seen_at timestamptz,
               expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  entered record;
begin
  select * into entered from switchyard.enter_by_credential(session_hash, 'session');
  if not found then
    return;
  end if;
  return query
    select entered.organisation_id, entered.organisation_name, s.id, o.id, o.role, o.profile, o.status,
           o.last_signed_in_at, o.created_at, o.updated_at, s.created_at, at, s.expires_at
    from switchyard.operator_session s
    join switchyard.operator o on o.organisation_id = s.organisation_id and o.id = s.operator_id
    where s.organisation_id = entered.organisation_id and s.id = entered.subject_id and s.ended_at is null
      and s.expires_at > at and s.last_seen_at > at - idle_ms * interval '1 millisecond' and o.status = 'active';
  if found then
    update switchyard.operator_session s set last_seen_at = at
      where s.organisation_id = entered.organisation_id and s.id = entered.subject_id
        and s.last_seen_at < at - interval '1 minute';
  end if;
end
$$;

-- A token that can be used now. Its use is noted once a minute.
create function switchyard.find_management_token(token_hash bytea, at timestamptz)
returns table (organisation_id text, organisation_name text, token_id text, role text, expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  entered record;
begin
  select * into entered from switchyard.enter_by_credential(token_hash, 'token');
  if not found then
    return;
  end if;
  return query
    select entered.organisation_id, entered.organisation_name, t.id, t.role, t.expires_at
    from switchyard.management_token t
    where t.organisation_id = entered.organisation_id and t.id = entered.subject_id and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > at);
  if found then
    update switchyard.management_token t set last_used_at = at
      where t.organisation_id = entered.organisation_id and t.id = entered.subject_id
        and (t.last_used_at is null or t.last_used_at < at - interval '1 minute');
  end if;
end
$$;

-- As before, and notes the use of the key once a minute.
create or replace function switchyard.find_api_key(key_hash bytea)
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
  -- Whoever holds the row is changing the key: a request does not wait for that only to say that it was here.
  update switchyard.api_key k set last_used_at = now()
    from (
      select u.environment_id, u.id from switchyard.api_key u
      where u.environment_id = found_key.environment_id and u.id = found_key.key_id
        and (u.last_used_at is null or u.last_used_at < now() - interval '1 minute')
        and u.revoked_at is null and (u.expires_at is null or u.expires_at > now())
      for no key update skip locked
    ) used
    where k.environment_id = used.environment_id and k.id = used.id;
end
$$;

revoke execute on function switchyard.refuse_change, switchyard.append_audit_entry, switchyard.list_organisations,
  switchyard.organisation_environments, switchyard.organisation_environment, switchyard.update_environment,
  switchyard.return_origins, switchyard.register_credential, switchyard.enter_by_credential,
  switchyard.find_operator_by_email, switchyard.find_operator_session, switchyard.find_management_token from public;
grant execute on function switchyard.append_audit_entry, switchyard.list_organisations,
  switchyard.organisation_environments, switchyard.organisation_environment, switchyard.update_environment,
  switchyard.return_origins, switchyard.register_credential, switchyard.find_operator_by_email,
  switchyard.find_operator_session, switchyard.find_management_token to switchyard_app;
