-- The place of a connection in the file of configuration: rails are ranked by it where they reach the same bank.
alter table switchyard.connection add column position integer not null default 0;

-- A connection that nothing refers to may be deleted, with all that is its own.
grant delete on switchyard.connection_credentials, switchyard.provider_directory, switchyard.reconciliation
  to switchyard_app;

-- What global tables have of a connection: the path of its webhooks, and its jobs.
create function switchyard.forget_connection(of_environment text, of_connection text) returns void
language sql security definer set search_path = '' as $$
  delete from switchyard.webhook_path w where w.environment_id = of_environment and w.connection_id = of_connection;
  delete from switchyard.job j where j.environment_id = of_environment and j.subject_id = of_connection;
$$;

revoke execute on function switchyard.forget_connection from public;
grant execute on function switchyard.forget_connection to switchyard_app;

-- From where a session was begun: a keyed hash of the e-mail and the network, which tells neither. Attempts to sign in from a place
-- that the operator has signed in from are counted apart, so that strangers cannot use them up.
alter table switchyard.operator_session add column place bytea;

create function switchyard.is_known_place(email_hash bytea, of_place bytea) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  entered record;
begin
  select * into entered from switchyard.enter_by_credential(email_hash, 'operator');
  return exists (
    select from switchyard.operator_session s
    where s.organisation_id = entered.organisation_id and s.operator_id = entered.subject_id and s.place = of_place);
end
$$;

revoke execute on function switchyard.is_known_place from public;
grant execute on function switchyard.is_known_place to switchyard_app;

-- What leads to credentials that ended long ago is cleared away: sessions with it; keys and tokens stay in their lists, and only
-- their hashes go. By the environment that sweeps, and the organisation it belongs to; whoever else is at it is not waited for.
create index api_key_lookup_by_key on switchyard.api_key_lookup (environment_id, key_id);
create index credential_lookup_by_subject on switchyard.credential_lookup (organisation_id, subject_id);

create function switchyard.clear_ended_credentials(of_environment text, ended_before timestamptz, rows_max integer)
returns integer
language plpgsql security definer set search_path = '' as $$
declare
  of_organisation text;
  keys integer;
  tokens integer;
  sessions integer;
begin
  select e.organisation_id into strict of_organisation from switchyard.environment e
    where e.environment_id = of_environment;
  perform set_config('switchyard.environment', of_environment, true);
  perform set_config('switchyard.organisation', of_organisation, true);
  with ended as (
    select l.hash from switchyard.api_key_lookup l
    join switchyard.api_key k on k.environment_id = of_environment and k.id = l.key_id
    where l.environment_id = of_environment and least(k.revoked_at, k.expires_at) < ended_before
    limit rows_max for update of l skip locked
  )
  delete from switchyard.api_key_lookup l using ended e where l.hash = e.hash;
  get diagnostics keys = row_count;
  with ended as (
    select l.hash from switchyard.credential_lookup l
    join switchyard.management_token t on t.organisation_id = of_organisation and t.id = l.subject_id
    where l.organisation_id = of_organisation and l.kind = 'token'
      and least(t.revoked_at, t.expires_at) < ended_before
    limit rows_max for update of l skip locked
  )
  delete from switchyard.credential_lookup l using ended e where l.hash = e.hash;
  get diagnostics tokens = row_count;
  with ended as (
    select s.id from switchyard.operator_session s
    where s.organisation_id = of_organisation and least(s.ended_at, s.expires_at) < ended_before
    limit rows_max for update skip locked
  ), forgotten as (
    delete from switchyard.credential_lookup l using ended e
    where l.organisation_id = of_organisation and l.kind = 'session' and l.subject_id = e.id
  )
  delete from switchyard.operator_session s using ended e
    where s.organisation_id = of_organisation and s.id = e.id;
  get diagnostics sessions = row_count;
  return greatest(keys, tokens, sessions);
end
$$;

revoke execute on function switchyard.clear_ended_credentials from public;
grant execute on function switchyard.clear_ended_credentials to switchyard_app;
