-- A call that did nothing, because the provider could not be reached or was not asked at all, is not one that was answered.
alter table switchyard.rail_operation
  drop constraint rail_operation_status_check,
  add constraint rail_operation_status_check check (status in ('open', 'answered', 'unknown', 'unavailable'));

-- When a payment reached its final state. What happens to its legs afterwards, such as money that comes back, changes the payment but
-- not this. Of payments that ended before there was this column it is not known, nor of those that a node of the release before ends.
alter table switchyard.payment_intent add column ended_at timestamptz;
