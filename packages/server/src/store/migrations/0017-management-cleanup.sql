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
