-- Quotes, payments along them, and every call that can move money: written down before its first byte leaves.

create table switchyard.route_quote (
  environment_id text collate "C" not null references switchyard.environment (environment_id),
  id text collate "C" not null,
  digest text collate "C" not null,
  from_account_id text collate "C" not null,
  to_account_id text collate "C" not null,
  channel text not null check (channel in ('web', 'native')),
  body json not null, -- the quote as it was answered
  holds json not null, -- what providers hold rates by, for each leg that converts
  snapshot_digest text collate "C" not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  primary key (environment_id, id),
  foreign key (environment_id, from_account_id) references switchyard.account (environment_id, id),
  foreign key (environment_id, to_account_id) references switchyard.account (environment_id, id)
);
create index route_quote_by_expiry on switchyard.route_quote (environment_id, expires_at);

create table switchyard.payment_intent (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  quote_id text collate "C" not null,
  digest text collate "C" not null,
  customer_id text collate "C",
  subject_id text collate "C" not null, -- whose data key seals it: the payer's
  from_account_id text collate "C" not null,
  to_account_id text collate "C" not null,
  status text not null check (status in ('requires_action', 'processing', 'succeeded', 'failed', 'cancelled')),
  body json not null, -- send, receive, detail, failure
  cancel_requested boolean not null default false,
  details bytea not null, -- sealed: reference, metadata, return URI, psu
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, quote_id), -- one quote, one intent, for ever
  foreign key (environment_id, quote_id) references switchyard.route_quote (environment_id, id),
  foreign key (environment_id, subject_id) references switchyard.data_key (environment_id, subject_id)
);
create index payment_intent_by_customer on switchyard.payment_intent (environment_id, customer_id, id);

create table switchyard.leg (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  payment_intent_id text collate "C" not null,
  sequence integer not null check (sequence >= 1),
  rail text collate "C" not null,
  connection_id text collate "C" not null,
  status text not null check (status in ('pending', 'requires_action', 'submitting', 'submitted', 'settled', 'failed',
    'cancelled', 'unknown', 'review', 'returning', 'returned')),
  body json not null, -- terms, attempts, what the provider says of it
  work bytea not null, -- sealed: key, memo, action, what the user brought back
  provider_ref bytea, -- fingerprint of what the provider's webhooks call it
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (environment_id, id),
  unique (environment_id, payment_intent_id, sequence),
  foreign key (environment_id, payment_intent_id) references switchyard.payment_intent (environment_id, id),
  foreign key (environment_id, connection_id) references switchyard.connection (environment_id, id)
);
create index leg_by_provider_ref on switchyard.leg (environment_id, connection_id, provider_ref)
  where provider_ref is not null;

-- One row for each call that can move money or bind a user to move it, committed before the call. Its id is the provider's
-- idempotency key; a resend under the same key is another try of the same row.
create table switchyard.rail_operation (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  leg_id text collate "C" not null,
  call text not null check (call in ('start', 'resume', 'cancel')),
  status text not null check (status in ('open', 'answered', 'unknown')),
  tries integer not null default 1 check (tries >= 1),
  lease_epoch bigint not null,
  begun_at timestamptz not null,
  ended_at timestamptz,
  primary key (environment_id, id, call),
  foreign key (environment_id, leg_id) references switchyard.leg (environment_id, id)
);
create index rail_operation_by_leg on switchyard.rail_operation (environment_id, leg_id);

-- Numbers that a rail gives its own operations, such as a wallet's nonces: the next one is taken under this row's lock.
create table switchyard.rail_sequence (
  environment_id text collate "C" not null,
  connection_id text collate "C" not null,
  next bigint not null check (next >= 0),
  primary key (environment_id, connection_id),
  foreign key (environment_id, connection_id) references switchyard.connection (environment_id, id)
);

do $$
declare
  name text;
begin
  foreach name in array array['route_quote', 'payment_intent', 'leg', 'rail_operation', 'rail_sequence']
  loop
    execute format('alter table switchyard.%I enable row level security', name);
    execute format('alter table switchyard.%I force row level security', name);
    execute format(
      'create policy own_environment on switchyard.%I using (environment_id = current_setting(''switchyard.environment'', true))',
      name);
  end loop;
end
$$;

grant select, insert, update, delete on switchyard.route_quote to switchyard_app;
grant select, insert, update on switchyard.payment_intent, switchyard.leg, switchyard.rail_operation,
  switchyard.rail_sequence to switchyard_app;
