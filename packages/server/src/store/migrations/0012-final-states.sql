-- Final states are final, whoever writes: the tables of domain/*/states.ts say which these are, and a test compares.
create function switchyard.refuse_change_of_final_state() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'a % that is % stays so', tg_table_name, old.status using errcode = 'check_violation';
end
$$;

create trigger link_session_final before update of status on switchyard.link_session
  for each row when (old.status in ('completed', 'failed') and new.status <> old.status)
  execute function switchyard.refuse_change_of_final_state();

create trigger payment_intent_final before update of status on switchyard.payment_intent
  for each row when (old.status in ('succeeded', 'failed', 'cancelled') and new.status <> old.status)
  execute function switchyard.refuse_change_of_final_state();

create trigger leg_final before update of status on switchyard.leg
  for each row when (old.status in ('failed', 'cancelled', 'returned') and new.status <> old.status)
  execute function switchyard.refuse_change_of_final_state();
