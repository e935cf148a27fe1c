-- Messages to webhook endpoints are cleared away some time after they ended, and their attempts with them.
create index webhook_message_by_end on switchyard.webhook_message (environment_id, ended_at) where ended_at is not null;
