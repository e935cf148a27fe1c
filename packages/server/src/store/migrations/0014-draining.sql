-- A connection that drains begins nothing new and ends what is under way; then it is disabled. Its status stays what it was
-- meanwhile, because it is still called.
alter table switchyard.connection add column draining_since timestamptz;
