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
