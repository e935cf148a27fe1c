-- What the migrations lead to. Written by `npm run schema`; a test holds it against a freshly migrated database.

create table switchyard.account (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  customer_id text collate "C",
  subject_id text collate "C" not null,
  source text not null,
  status text not null,
  scheme text not null,
  masked text not null,
  country text collate "C",
  assets text[] not null,
  fingerprint bytea not null,
  details bytea not null,
  address bytea not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  institution_id text collate "C",
  constraint account_check CHECK ((subject_id = COALESCE(customer_id, id))),
  constraint account_source_check CHECK ((source = ANY (ARRAY['linked'::text, 'registered'::text]))),
  constraint account_status_check CHECK ((status = ANY (ARRAY['active'::text, 'reauth_required'::text, 'closed'::text]))),
  constraint account_environment_id_customer_id_fkey FOREIGN KEY (environment_id, customer_id) REFERENCES customer(environment_id, id),
  constraint account_environment_id_subject_id_fkey FOREIGN KEY (environment_id, subject_id) REFERENCES data_key(environment_id, subject_id),
  constraint account_pkey PRIMARY KEY (environment_id, id)
);
alter table switchyard.account enable row level security;
alter table switchyard.account force row level security;
CREATE INDEX account_by_customer ON switchyard.account USING btree (environment_id, customer_id, id);
CREATE INDEX account_by_fingerprint ON switchyard.account USING btree (environment_id, fingerprint);
create policy own_environment on switchyard.account for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));
CREATE TRIGGER refuse_erased BEFORE INSERT ON switchyard.account FOR EACH ROW WHEN ((new.customer_id IS NOT NULL)) EXECUTE FUNCTION refuse_erased();

create table switchyard.account_link (
  environment_id text collate "C" not null,
  account_id text collate "C" not null,
  connection_id text collate "C" not null,
  grant_id text collate "C" not null,
  provider_account bytea not null,
  constraint account_link_environment_id_account_id_fkey FOREIGN KEY (environment_id, account_id) REFERENCES account(environment_id, id),
  constraint account_link_environment_id_connection_id_fkey FOREIGN KEY (environment_id, connection_id) REFERENCES connection(environment_id, id),
  constraint account_link_environment_id_grant_id_fkey FOREIGN KEY (environment_id, grant_id) REFERENCES link_grant(environment_id, id),
  constraint account_link_pkey PRIMARY KEY (environment_id, account_id, connection_id)
);
alter table switchyard.account_link enable row level security;
alter table switchyard.account_link force row level security;
CREATE INDEX account_link_by_grant ON switchyard.account_link USING btree (environment_id, grant_id);
create policy own_environment on switchyard.account_link for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.api_key (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  label text not null,
  hint text not null,
  scopes text[] not null,
  api_version text not null,
  allowed_addresses text[] not null default '{}'::text[],
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  replaced_by text collate "C",
  constraint api_key_scopes_check CHECK ((cardinality(scopes) >= 1)),
  constraint api_key_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environment(environment_id),
  constraint api_key_pkey PRIMARY KEY (environment_id, id)
);
alter table switchyard.api_key enable row level security;
alter table switchyard.api_key force row level security;
create policy own_environment on switchyard.api_key for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.api_key_lookup (
  hash bytea not null,
  environment_id text collate "C" not null,
  key_id text collate "C" not null,
  constraint api_key_lookup_environment_id_key_id_fkey FOREIGN KEY (environment_id, key_id) REFERENCES api_key(environment_id, id),
  constraint api_key_lookup_pkey PRIMARY KEY (hash)
);
CREATE INDEX api_key_lookup_by_key ON switchyard.api_key_lookup USING btree (environment_id, key_id);

create table switchyard.audit_entry (
  organisation_id text collate "C" not null,
  sequence bigint not null,
  body text not null,
  previous_hash bytea not null,
  hash bytea not null,
  id text collate "C" not null default ((body)::jsonb ->> 'id'::text),
  environment_id text collate "C" default ((body)::jsonb ->> 'environment'::text),
  constraint audit_entry_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint audit_entry_pkey PRIMARY KEY (organisation_id, sequence)
);
alter table switchyard.audit_entry enable row level security;
alter table switchyard.audit_entry force row level security;
CREATE INDEX audit_entry_by_environment ON switchyard.audit_entry USING btree (organisation_id, environment_id, sequence);
CREATE UNIQUE INDEX audit_entry_by_id ON switchyard.audit_entry USING btree (organisation_id, id);
create policy own_organisation on switchyard.audit_entry for all to public using ((organisation_id = current_setting('switchyard.organisation'::text, true)));
CREATE TRIGGER audit_entry_is_final BEFORE DELETE OR UPDATE ON switchyard.audit_entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_is_whole BEFORE TRUNCATE ON switchyard.audit_entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table switchyard.audit_head (
  organisation_id text collate "C" not null,
  sequence bigint not null,
  hash bytea not null,
  constraint audit_head_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint audit_head_pkey PRIMARY KEY (organisation_id)
);
alter table switchyard.audit_head enable row level security;
alter table switchyard.audit_head force row level security;
create policy own_organisation on switchyard.audit_head for all to public using ((organisation_id = current_setting('switchyard.organisation'::text, true)));

create table switchyard.connection (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  config_key text collate "C" not null,
  rail text collate "C" not null,
  mode text not null,
  status text not null,
  body json not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  draining_since timestamp with time zone,
  "position" integer not null default 0,
  constraint connection_mode_check CHECK ((mode = ANY (ARRAY['route'::text, 'decide'::text]))),
  constraint connection_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'ready'::text, 'degraded'::text, 'disabled'::text]))),
  constraint connection_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environment(environment_id),
  constraint connection_pkey PRIMARY KEY (environment_id, id),
  constraint connection_environment_id_config_key_key UNIQUE (environment_id, config_key)
);
alter table switchyard.connection enable row level security;
alter table switchyard.connection force row level security;
create policy own_environment on switchyard.connection for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.connection_credentials (
  environment_id text collate "C" not null,
  connection_id text collate "C" not null,
  version integer not null,
  sealed bytea not null,
  updated_at timestamp with time zone not null,
  constraint connection_credentials_version_check CHECK ((version >= 1)),
  constraint connection_credentials_environment_id_connection_id_fkey FOREIGN KEY (environment_id, connection_id) REFERENCES connection(environment_id, id),
  constraint connection_credentials_pkey PRIMARY KEY (environment_id, connection_id)
);
alter table switchyard.connection_credentials enable row level security;
alter table switchyard.connection_credentials force row level security;
create policy own_environment on switchyard.connection_credentials for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.contract (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  connection_id text collate "C" not null,
  body json not null,
  constraint contract_environment_id_connection_id_fkey FOREIGN KEY (environment_id, connection_id) REFERENCES connection(environment_id, id),
  constraint contract_pkey PRIMARY KEY (environment_id, id)
);
alter table switchyard.contract enable row level security;
alter table switchyard.contract force row level security;
create policy own_environment on switchyard.contract for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.contract_usage (
  environment_id text collate "C" not null,
  contract_id text collate "C" not null,
  period_start timestamp with time zone not null,
  used numeric(39,0) not null,
  constraint contract_usage_used_check CHECK ((used >= (0)::numeric)),
  constraint contract_usage_environment_id_contract_id_fkey FOREIGN KEY (environment_id, contract_id) REFERENCES contract(environment_id, id),
  constraint contract_usage_pkey PRIMARY KEY (environment_id, contract_id, period_start)
);
alter table switchyard.contract_usage enable row level security;
alter table switchyard.contract_usage force row level security;
create policy own_environment on switchyard.contract_usage for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.coverage (
  environment_id text collate "C" not null,
  institution_id text collate "C" not null,
  country text collate "C" not null,
  rails json not null,
  constraint coverage_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environment(environment_id),
  constraint coverage_pkey PRIMARY KEY (environment_id, institution_id)
);
alter table switchyard.coverage enable row level security;
alter table switchyard.coverage force row level security;
create policy own_environment on switchyard.coverage for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.credential_lookup (
  hash bytea not null,
  kind text not null,
  organisation_id text collate "C" not null,
  subject_id text collate "C" not null,
  constraint credential_lookup_kind_check CHECK ((kind = ANY (ARRAY['operator'::text, 'session'::text, 'token'::text]))),
  constraint credential_lookup_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint credential_lookup_pkey PRIMARY KEY (hash)
);
CREATE INDEX credential_lookup_by_subject ON switchyard.credential_lookup USING btree (organisation_id, subject_id);

create table switchyard.customer (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  external_id text collate "C",
  country text collate "C",
  profile bytea not null,
  created_at timestamp with time zone not null,
  constraint customer_environment_id_id_fkey FOREIGN KEY (environment_id, id) REFERENCES data_key(environment_id, subject_id),
  constraint customer_pkey PRIMARY KEY (environment_id, id),
  constraint customer_environment_id_external_id_key UNIQUE (environment_id, external_id)
);
alter table switchyard.customer enable row level security;
alter table switchyard.customer force row level security;
create policy own_environment on switchyard.customer for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.data_key (
  environment_id text collate "C" not null,
  subject_id text collate "C" not null,
  version integer not null,
  environment_key_version integer not null,
  wrapped bytea,
  created_at timestamp with time zone not null,
  destroyed_at timestamp with time zone,
  constraint data_key_check CHECK (((wrapped IS NULL) = (destroyed_at IS NOT NULL))),
  constraint data_key_version_check CHECK ((version >= 1)),
  constraint data_key_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environment(environment_id),
  constraint data_key_pkey PRIMARY KEY (environment_id, subject_id)
);
alter table switchyard.data_key enable row level security;
alter table switchyard.data_key force row level security;
create policy own_environment on switchyard.data_key for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.decision (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  request json not null,
  ranking json not null,
  snapshot_digest text collate "C" not null,
  created_at timestamp with time zone not null,
  constraint decision_pkey PRIMARY KEY (environment_id, id)
);
alter table switchyard.decision enable row level security;
alter table switchyard.decision force row level security;
CREATE INDEX decision_by_snapshot ON switchyard.decision USING btree (environment_id, snapshot_digest);
create policy own_environment on switchyard.decision for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));
CREATE TRIGGER decision_cites_snapshot AFTER INSERT ON switchyard.decision REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION hold_cited_snapshots();

create table switchyard.dry_run (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  version integer not null,
  status text not null,
  total integer not null,
  cursor text collate "C",
  tally json not null,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  constraint dry_run_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text]))),
  constraint dry_run_total_check CHECK ((total >= 0)),
  constraint dry_run_environment_id_version_fkey FOREIGN KEY (environment_id, version) REFERENCES policy_version(environment_id, version),
  constraint dry_run_pkey PRIMARY KEY (environment_id, id)
);
alter table switchyard.dry_run enable row level security;
alter table switchyard.dry_run force row level security;
create policy own_environment on switchyard.dry_run for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.environment (
  environment_id text collate "C" not null,
  organisation_id text collate "C" not null,
  mode text not null,
  name text not null,
  created_at timestamp with time zone not null,
  return_origins text[] not null default '{}'::text[],
  updated_at timestamp with time zone,
  clock_ahead_ms bigint not null default 0,
  constraint environment_clock_check CHECK (((clock_ahead_ms >= 0) AND ((mode = 'test'::text) OR (clock_ahead_ms = 0)))),
  constraint environment_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint environment_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint environment_pkey PRIMARY KEY (environment_id)
);
CREATE INDEX environment_moved_clock ON switchyard.environment USING btree (environment_id) WHERE (clock_ahead_ms > 0);

create table switchyard.environment_key (
  environment_id text collate "C" not null,
  purpose text not null,
  version integer not null,
  master_key_id text not null,
  wrapped bytea not null,
  created_at timestamp with time zone not null,
  constraint environment_key_check CHECK (((purpose = 'seal'::text) OR (version = 1))),
  constraint environment_key_purpose_check CHECK ((purpose = ANY (ARRAY['seal'::text, 'fingerprint'::text]))),
  constraint environment_key_version_check CHECK ((version >= 1)),
  constraint environment_key_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environment(environment_id),
  constraint environment_key_pkey PRIMARY KEY (environment_id, purpose, version)
);
alter table switchyard.environment_key enable row level security;
alter table switchyard.environment_key force row level security;
create policy own_environment on switchyard.environment_key for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

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
  created_at timestamp with time zone not null,
  constraint event_pkey PRIMARY KEY (environment_id, id)
);
alter table switchyard.event enable row level security;
alter table switchyard.event force row level security;
CREATE UNIQUE INDEX event_by_sequence ON switchyard.event USING btree (environment_id, sequence);
CREATE INDEX event_by_type ON switchyard.event USING btree (environment_id, type, sequence);
create policy own_environment on switchyard.event for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));
CREATE CONSTRAINT TRIGGER number_event AFTER INSERT ON switchyard.event DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION number_event();

create table switchyard.event_counter (
  environment_id text collate "C" not null,
  last_sequence bigint not null default 0,
  constraint event_counter_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environment(environment_id),
  constraint event_counter_pkey PRIMARY KEY (environment_id)
);
alter table switchyard.event_counter enable row level security;
alter table switchyard.event_counter force row level security;
create policy own_environment on switchyard.event_counter for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.fx_rate (
  environment_id text collate "C" not null,
  from_asset text collate "C" not null,
  to_asset text collate "C" not null,
  numerator numeric(39,0) not null,
  denominator numeric(39,0) not null,
  as_of timestamp with time zone not null,
  constraint fx_rate_denominator_check CHECK ((denominator > (0)::numeric)),
  constraint fx_rate_numerator_check CHECK ((numerator > (0)::numeric)),
  constraint fx_rate_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environment(environment_id),
  constraint fx_rate_pkey PRIMARY KEY (environment_id, from_asset, to_asset)
);
alter table switchyard.fx_rate enable row level security;
alter table switchyard.fx_rate force row level security;
create policy own_environment on switchyard.fx_rate for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.idempotency_key (
  environment_id text collate "C" not null,
  key text collate "C" not null,
  fingerprint bytea not null,
  subject_id text collate "C",
  status smallint,
  response bytea,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  resource_id text collate "C",
  constraint idempotency_key_answered_check CHECK (((num_nulls(status, response) = ANY (ARRAY[0, 2])) AND ((response IS NULL) OR (subject_id IS NOT NULL)))),
  constraint idempotency_key_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environment(environment_id),
  constraint idempotency_key_environment_id_subject_id_fkey FOREIGN KEY (environment_id, subject_id) REFERENCES data_key(environment_id, subject_id),
  constraint idempotency_key_pkey PRIMARY KEY (environment_id, key)
);
alter table switchyard.idempotency_key enable row level security;
alter table switchyard.idempotency_key force row level security;
CREATE INDEX idempotency_key_by_expiry ON switchyard.idempotency_key USING btree (environment_id, expires_at);
create policy own_environment on switchyard.idempotency_key for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.job (
  environment_id text collate "C" not null,
  kind text collate "C" not null,
  subject_id text collate "C" not null,
  run_at timestamp with time zone not null,
  wanted bigint not null default 1,
  attempts integer not null default 0,
  lease_epoch bigint not null default 0,
  leased_until timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint job_pkey PRIMARY KEY (environment_id, kind, subject_id)
);
CREATE INDEX job_due ON switchyard.job USING btree (run_at);

create table switchyard.latency_sketch (
  environment_id text collate "C" not null,
  rail text collate "C" not null,
  operation text collate "C" not null,
  sketch json not null,
  constraint latency_sketch_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environment(environment_id),
  constraint latency_sketch_pkey PRIMARY KEY (environment_id, rail, operation)
);
alter table switchyard.latency_sketch enable row level security;
alter table switchyard.latency_sketch force row level security;
create policy own_environment on switchyard.latency_sketch for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.leg (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  payment_intent_id text collate "C" not null,
  sequence integer not null,
  rail text collate "C" not null,
  connection_id text collate "C" not null,
  status text not null,
  body json not null,
  work bytea not null,
  provider_ref bytea,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint leg_sequence_check CHECK ((sequence >= 1)),
  constraint leg_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'requires_action'::text, 'submitting'::text, 'submitted'::text, 'settled'::text, 'failed'::text, 'cancelled'::text, 'unknown'::text, 'review'::text, 'returning'::text, 'returned'::text]))),
  constraint leg_environment_id_connection_id_fkey FOREIGN KEY (environment_id, connection_id) REFERENCES connection(environment_id, id),
  constraint leg_environment_id_payment_intent_id_fkey FOREIGN KEY (environment_id, payment_intent_id) REFERENCES payment_intent(environment_id, id),
  constraint leg_pkey PRIMARY KEY (environment_id, id),
  constraint leg_environment_id_payment_intent_id_sequence_key UNIQUE (environment_id, payment_intent_id, sequence)
);
alter table switchyard.leg enable row level security;
alter table switchyard.leg force row level security;
CREATE INDEX leg_by_age ON switchyard.leg USING btree (environment_id, created_at);
CREATE INDEX leg_by_provider_ref ON switchyard.leg USING btree (environment_id, connection_id, provider_ref) WHERE (provider_ref IS NOT NULL);
CREATE INDEX leg_in_review ON switchyard.leg USING btree (environment_id, id) WHERE (status = 'review'::text);
CREATE INDEX leg_open ON switchyard.leg USING btree (environment_id, status) WHERE (status = ANY (ARRAY['requires_action'::text, 'submitting'::text, 'submitted'::text, 'unknown'::text, 'review'::text, 'returning'::text]));
create policy own_environment on switchyard.leg for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));
CREATE TRIGGER leg_final BEFORE UPDATE OF status ON switchyard.leg FOR EACH ROW WHEN (((old.status = ANY (ARRAY['failed'::text, 'cancelled'::text, 'returned'::text])) AND (new.status <> old.status))) EXECUTE FUNCTION refuse_change_of_final_state();

create table switchyard.leg_resolution (
  environment_id text collate "C" not null,
  leg_id text collate "C" not null,
  outcome text not null,
  evidence bytea not null,
  proposed_by text collate "C" not null,
  proposed_at timestamp with time zone not null,
  approved_by text collate "C",
  approved_at timestamp with time zone,
  constraint leg_resolution_check CHECK (((approved_by IS NULL) = (approved_at IS NULL))),
  constraint leg_resolution_outcome_check CHECK ((outcome = ANY (ARRAY['settled'::text, 'failed'::text, 'returned'::text]))),
  constraint leg_resolution_environment_id_leg_id_fkey FOREIGN KEY (environment_id, leg_id) REFERENCES leg(environment_id, id),
  constraint leg_resolution_pkey PRIMARY KEY (environment_id, leg_id)
);
alter table switchyard.leg_resolution enable row level security;
alter table switchyard.leg_resolution force row level security;
create policy own_environment on switchyard.leg_resolution for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.link_grant (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  connection_id text collate "C" not null,
  customer_id text collate "C" not null,
  status text not null,
  secret bytea not null,
  provider_ref bytea,
  consent_expires_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint link_grant_status_check CHECK ((status = ANY (ARRAY['valid'::text, 'expired'::text, 'revoked'::text]))),
  constraint link_grant_environment_id_connection_id_fkey FOREIGN KEY (environment_id, connection_id) REFERENCES connection(environment_id, id),
  constraint link_grant_environment_id_customer_id_fkey FOREIGN KEY (environment_id, customer_id) REFERENCES customer(environment_id, id),
  constraint link_grant_pkey PRIMARY KEY (environment_id, id)
);
alter table switchyard.link_grant enable row level security;
alter table switchyard.link_grant force row level security;
CREATE INDEX link_grant_by_provider_ref ON switchyard.link_grant USING btree (environment_id, connection_id, provider_ref) WHERE (provider_ref IS NOT NULL);
create policy own_environment on switchyard.link_grant for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.link_session (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  customer_id text collate "C" not null,
  country text collate "C" not null,
  institution_id text collate "C",
  rail text collate "C" not null,
  connection_id text collate "C" not null,
  channel text not null,
  status text not null,
  explanation json not null,
  candidates json not null,
  account_ids text[] collate "C" not null default '{}'::text[],
  failure json,
  provider_ref bytea,
  details bytea not null,
  revision integer not null default 1,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint link_session_channel_check CHECK ((channel = ANY (ARRAY['web'::text, 'native'::text]))),
  constraint link_session_check CHECK (((status = 'failed'::text) = (failure IS NOT NULL))),
  constraint link_session_check1 CHECK (((status = 'completed'::text) OR (cardinality(account_ids) = 0))),
  constraint link_session_status_check CHECK ((status = ANY (ARRAY['requires_action'::text, 'processing'::text, 'completed'::text, 'failed'::text]))),
  constraint link_session_environment_id_connection_id_fkey FOREIGN KEY (environment_id, connection_id) REFERENCES connection(environment_id, id),
  constraint link_session_environment_id_customer_id_fkey FOREIGN KEY (environment_id, customer_id) REFERENCES customer(environment_id, id),
  constraint link_session_pkey PRIMARY KEY (environment_id, id)
);
alter table switchyard.link_session enable row level security;
alter table switchyard.link_session force row level security;
CREATE INDEX link_session_by_provider_ref ON switchyard.link_session USING btree (environment_id, connection_id, provider_ref) WHERE (provider_ref IS NOT NULL);
CREATE INDEX link_session_open ON switchyard.link_session USING btree (environment_id, customer_id) WHERE (status = ANY (ARRAY['requires_action'::text, 'processing'::text]));
create policy own_environment on switchyard.link_session for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));
CREATE TRIGGER link_session_final BEFORE UPDATE OF status ON switchyard.link_session FOR EACH ROW WHEN (((old.status = ANY (ARRAY['completed'::text, 'failed'::text])) AND (new.status <> old.status))) EXECUTE FUNCTION refuse_change_of_final_state();
CREATE TRIGGER refuse_erased BEFORE INSERT ON switchyard.link_session FOR EACH ROW EXECUTE FUNCTION refuse_erased();

create table switchyard.management_token (
  organisation_id text collate "C" not null,
  id text collate "C" not null,
  label text not null,
  hint text not null,
  role text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  constraint management_token_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'operator'::text, 'viewer'::text]))),
  constraint management_token_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint management_token_pkey PRIMARY KEY (organisation_id, id)
);
alter table switchyard.management_token enable row level security;
alter table switchyard.management_token force row level security;
create policy own_organisation on switchyard.management_token for all to public using ((organisation_id = current_setting('switchyard.organisation'::text, true)));

create table switchyard.operator (
  organisation_id text collate "C" not null,
  id text collate "C" not null,
  role text not null,
  status text not null,
  profile bytea not null,
  password_hash text not null,
  last_signed_in_at timestamp with time zone,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint operator_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'operator'::text, 'viewer'::text]))),
  constraint operator_status_check CHECK ((status = ANY (ARRAY['active'::text, 'disabled'::text]))),
  constraint operator_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint operator_pkey PRIMARY KEY (organisation_id, id)
);
alter table switchyard.operator enable row level security;
alter table switchyard.operator force row level security;
create policy own_organisation on switchyard.operator for all to public using ((organisation_id = current_setting('switchyard.organisation'::text, true)));

create table switchyard.operator_session (
  organisation_id text collate "C" not null,
  id text collate "C" not null,
  operator_id text collate "C" not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  place bytea,
  constraint operator_session_organisation_id_operator_id_fkey FOREIGN KEY (organisation_id, operator_id) REFERENCES operator(organisation_id, id),
  constraint operator_session_pkey PRIMARY KEY (organisation_id, id)
);
alter table switchyard.operator_session enable row level security;
alter table switchyard.operator_session force row level security;
CREATE INDEX operator_session_by_operator ON switchyard.operator_session USING btree (organisation_id, operator_id);
create policy own_organisation on switchyard.operator_session for all to public using ((organisation_id = current_setting('switchyard.organisation'::text, true)));

create table switchyard.organisation (
  id text collate "C" not null,
  name text not null,
  created_at timestamp with time zone not null,
  constraint organisation_pkey PRIMARY KEY (id)
);

create table switchyard.organisation_key (
  organisation_id text collate "C" not null,
  master_key_id text not null,
  wrapped bytea not null,
  created_at timestamp with time zone not null,
  constraint organisation_key_organisation_id_fkey FOREIGN KEY (organisation_id) REFERENCES organisation(id),
  constraint organisation_key_pkey PRIMARY KEY (organisation_id)
);
alter table switchyard.organisation_key enable row level security;
alter table switchyard.organisation_key force row level security;
create policy own_organisation on switchyard.organisation_key for all to public using ((organisation_id = current_setting('switchyard.organisation'::text, true)));

create table switchyard.outcome (
  environment_id text collate "C" not null,
  decision_id text collate "C" not null,
  rail text collate "C" not null,
  status text not null,
  body json not null,
  created_at timestamp with time zone not null,
  constraint outcome_status_check CHECK ((status = ANY (ARRAY['succeeded'::text, 'failed'::text, 'cancelled'::text]))),
  constraint outcome_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environment(environment_id),
  constraint outcome_pkey PRIMARY KEY (environment_id, decision_id, rail, status)
);
alter table switchyard.outcome enable row level security;
alter table switchyard.outcome force row level security;
CREATE INDEX outcome_by_age ON switchyard.outcome USING btree (environment_id, created_at);
create policy own_environment on switchyard.outcome for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.payment_intent (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  quote_id text collate "C" not null,
  digest text collate "C" not null,
  customer_id text collate "C",
  subject_id text collate "C" not null,
  from_account_id text collate "C" not null,
  to_account_id text collate "C" not null,
  status text not null,
  body json not null,
  cancel_requested boolean not null default false,
  details bytea not null,
  revision integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint payment_intent_status_check CHECK ((status = ANY (ARRAY['requires_action'::text, 'processing'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text]))),
  constraint payment_intent_environment_id_quote_id_fkey FOREIGN KEY (environment_id, quote_id) REFERENCES route_quote(environment_id, id),
  constraint payment_intent_environment_id_subject_id_fkey FOREIGN KEY (environment_id, subject_id) REFERENCES data_key(environment_id, subject_id),
  constraint payment_intent_pkey PRIMARY KEY (environment_id, id),
  constraint payment_intent_environment_id_quote_id_key UNIQUE (environment_id, quote_id)
);
alter table switchyard.payment_intent enable row level security;
alter table switchyard.payment_intent force row level security;
CREATE INDEX payment_intent_by_age ON switchyard.payment_intent USING btree (environment_id, created_at);
CREATE INDEX payment_intent_by_customer ON switchyard.payment_intent USING btree (environment_id, customer_id, id);
CREATE INDEX payment_intent_open ON switchyard.payment_intent USING btree (environment_id, id) WHERE (status = ANY (ARRAY['requires_action'::text, 'processing'::text]));
create policy own_environment on switchyard.payment_intent for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));
CREATE TRIGGER payment_intent_final BEFORE UPDATE OF status ON switchyard.payment_intent FOR EACH ROW WHEN (((old.status = ANY (ARRAY['succeeded'::text, 'failed'::text, 'cancelled'::text])) AND (new.status <> old.status))) EXECUTE FUNCTION refuse_change_of_final_state();
CREATE TRIGGER refuse_erased BEFORE INSERT ON switchyard.payment_intent FOR EACH ROW EXECUTE FUNCTION refuse_erased();

create table switchyard.policy_version (
  environment_id text collate "C" not null,
  version integer not null,
  body json not null,
  created_at timestamp with time zone not null,
  activated_at timestamp with time zone default now(),
  constraint policy_version_version_check CHECK ((version >= 1)),
  constraint policy_version_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environment(environment_id),
  constraint policy_version_pkey PRIMARY KEY (environment_id, version)
);
alter table switchyard.policy_version enable row level security;
alter table switchyard.policy_version force row level security;
create policy own_environment on switchyard.policy_version for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.price (
  environment_id text collate "C" not null,
  connection_id text collate "C" not null,
  "position" integer not null,
  body json not null,
  constraint price_environment_id_connection_id_fkey FOREIGN KEY (environment_id, connection_id) REFERENCES connection(environment_id, id),
  constraint price_pkey PRIMARY KEY (environment_id, connection_id, "position")
);
alter table switchyard.price enable row level security;
alter table switchyard.price force row level security;
create policy own_environment on switchyard.price for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.provider_directory (
  environment_id text collate "C" not null,
  connection_id text collate "C" not null,
  body bytea not null,
  digest text collate "C" not null,
  fetched_at timestamp with time zone not null,
  constraint provider_directory_environment_id_connection_id_fkey FOREIGN KEY (environment_id, connection_id) REFERENCES connection(environment_id, id),
  constraint provider_directory_pkey PRIMARY KEY (environment_id, connection_id)
);
alter table switchyard.provider_directory enable row level security;
alter table switchyard.provider_directory force row level security;
create policy own_environment on switchyard.provider_directory for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.provider_notice (
  environment_id text collate "C" not null,
  connection_id text collate "C" not null,
  delivery_id text collate "C" not null,
  notices json not null,
  received_at timestamp with time zone not null,
  applied_at timestamp with time zone,
  constraint provider_notice_environment_id_connection_id_fkey FOREIGN KEY (environment_id, connection_id) REFERENCES connection(environment_id, id),
  constraint provider_notice_pkey PRIMARY KEY (environment_id, connection_id, delivery_id)
);
alter table switchyard.provider_notice enable row level security;
alter table switchyard.provider_notice force row level security;
CREATE INDEX provider_notice_by_age ON switchyard.provider_notice USING btree (environment_id, received_at);
create policy own_environment on switchyard.provider_notice for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.rail_operation (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  leg_id text collate "C" not null,
  call text not null,
  status text not null,
  tries integer not null default 1,
  lease_epoch bigint not null,
  begun_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  listed_at timestamp with time zone,
  constraint rail_operation_call_check CHECK ((call = ANY (ARRAY['start'::text, 'resume'::text, 'cancel'::text]))),
  constraint rail_operation_status_check CHECK ((status = ANY (ARRAY['open'::text, 'answered'::text, 'unknown'::text, 'unavailable'::text]))),
  constraint rail_operation_tries_check CHECK ((tries >= 1)),
  constraint rail_operation_environment_id_leg_id_fkey FOREIGN KEY (environment_id, leg_id) REFERENCES leg(environment_id, id),
  constraint rail_operation_pkey PRIMARY KEY (environment_id, id, call)
);
alter table switchyard.rail_operation enable row level security;
alter table switchyard.rail_operation force row level security;
CREATE INDEX rail_operation_by_begun ON switchyard.rail_operation USING btree (environment_id, begun_at);
CREATE INDEX rail_operation_by_leg ON switchyard.rail_operation USING btree (environment_id, leg_id);
create policy own_environment on switchyard.rail_operation for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.rail_sequence (
  environment_id text collate "C" not null,
  connection_id text collate "C" not null,
  next bigint not null,
  constraint rail_sequence_next_check CHECK ((next >= 0)),
  constraint rail_sequence_environment_id_connection_id_fkey FOREIGN KEY (environment_id, connection_id) REFERENCES connection(environment_id, id),
  constraint rail_sequence_pkey PRIMARY KEY (environment_id, connection_id)
);
alter table switchyard.rail_sequence enable row level security;
alter table switchyard.rail_sequence force row level security;
create policy own_environment on switchyard.rail_sequence for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create unlogged table switchyard.rate_bucket (
  name text collate "C" not null,
  tokens double precision not null,
  at timestamp with time zone not null,
  constraint rate_bucket_pkey PRIMARY KEY (name)
);

create table switchyard.reconciliation (
  environment_id text collate "C" not null,
  connection_id text collate "C" not null,
  reconciled_until timestamp with time zone not null,
  window_until timestamp with time zone,
  role text,
  cursor text,
  constraint reconciliation_check CHECK (((window_until IS NULL) = (role IS NULL))),
  constraint reconciliation_role_check CHECK ((role = ANY (ARRAY['payment'::text, 'payout'::text]))),
  constraint reconciliation_environment_id_connection_id_fkey FOREIGN KEY (environment_id, connection_id) REFERENCES connection(environment_id, id),
  constraint reconciliation_pkey PRIMARY KEY (environment_id, connection_id)
);
alter table switchyard.reconciliation enable row level security;
alter table switchyard.reconciliation force row level security;
create policy own_environment on switchyard.reconciliation for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.reconciliation_finding (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  connection_id text collate "C" not null,
  kind text not null,
  subject bytea not null,
  payment_intent_id text collate "C",
  leg_id text collate "C",
  body bytea not null,
  found_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  resolved_at timestamp with time zone,
  constraint reconciliation_finding_kind_check CHECK ((kind = ANY (ARRAY['unknown_to_us'::text, 'unknown_to_provider'::text, 'amount_differs'::text, 'status_differs'::text]))),
  constraint reconciliation_finding_environment_id_connection_id_fkey FOREIGN KEY (environment_id, connection_id) REFERENCES connection(environment_id, id),
  constraint reconciliation_finding_pkey PRIMARY KEY (environment_id, id),
  constraint reconciliation_finding_environment_id_connection_id_kind_su_key UNIQUE (environment_id, connection_id, kind, subject)
);
alter table switchyard.reconciliation_finding enable row level security;
alter table switchyard.reconciliation_finding force row level security;
CREATE INDEX reconciliation_finding_open ON switchyard.reconciliation_finding USING btree (environment_id, id) WHERE (resolved_at IS NULL);
create policy own_environment on switchyard.reconciliation_finding for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.reliability_cell (
  environment_id text collate "C" not null,
  rail text collate "C" not null,
  operation text collate "C" not null,
  country text collate "C" not null,
  institution_id text collate "C" not null,
  success_micro bigint not null,
  failure_micro bigint not null,
  samples bigint not null,
  as_of_ms bigint not null,
  constraint reliability_cell_check CHECK (((institution_id = ''::text) OR (country <> ''::text))),
  constraint reliability_cell_failure_micro_check CHECK ((failure_micro >= 0)),
  constraint reliability_cell_samples_check CHECK ((samples >= 0)),
  constraint reliability_cell_success_micro_check CHECK ((success_micro >= 0)),
  constraint reliability_cell_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environment(environment_id),
  constraint reliability_cell_pkey PRIMARY KEY (environment_id, rail, operation, country, institution_id)
);
alter table switchyard.reliability_cell enable row level security;
alter table switchyard.reliability_cell force row level security;
create policy own_environment on switchyard.reliability_cell for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.request_log (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  key_id text collate "C" not null,
  operation text collate "C" not null,
  status smallint not null,
  duration_us integer not null,
  error_code text collate "C",
  constraint request_log_duration_us_check CHECK ((duration_us >= 0)),
  constraint request_log_pkey PRIMARY KEY (environment_id, id)
);
alter table switchyard.request_log enable row level security;
alter table switchyard.request_log force row level security;
CREATE INDEX request_log_errors ON switchyard.request_log USING btree (environment_id, id) WHERE (status >= 400);
create policy own_environment on switchyard.request_log for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.retention_mark (
  environment_id text collate "C" not null,
  what text collate "C" not null,
  through text collate "C" not null,
  constraint retention_mark_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environment(environment_id),
  constraint retention_mark_pkey PRIMARY KEY (environment_id, what)
);
alter table switchyard.retention_mark enable row level security;
alter table switchyard.retention_mark force row level security;
create policy own_environment on switchyard.retention_mark for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.route_quote (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  digest text collate "C" not null,
  from_account_id text collate "C" not null,
  to_account_id text collate "C" not null,
  channel text not null,
  body json not null,
  holds json not null,
  snapshot_digest text collate "C" not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  constraint route_quote_channel_check CHECK ((channel = ANY (ARRAY['web'::text, 'native'::text]))),
  constraint route_quote_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environment(environment_id),
  constraint route_quote_environment_id_from_account_id_fkey FOREIGN KEY (environment_id, from_account_id) REFERENCES account(environment_id, id),
  constraint route_quote_environment_id_to_account_id_fkey FOREIGN KEY (environment_id, to_account_id) REFERENCES account(environment_id, id),
  constraint route_quote_pkey PRIMARY KEY (environment_id, id)
);
alter table switchyard.route_quote enable row level security;
alter table switchyard.route_quote force row level security;
CREATE INDEX route_quote_by_expiry ON switchyard.route_quote USING btree (environment_id, expires_at);
create policy own_environment on switchyard.route_quote for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.routing_snapshot (
  environment_id text collate "C" not null,
  digest text collate "C" not null,
  version integer not null,
  body bytea not null,
  created_at timestamp with time zone not null,
  used_at timestamp with time zone not null default now(),
  constraint routing_snapshot_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environment(environment_id),
  constraint routing_snapshot_pkey PRIMARY KEY (environment_id, digest)
);
alter table switchyard.routing_snapshot enable row level security;
alter table switchyard.routing_snapshot force row level security;
CREATE INDEX routing_snapshot_by_use ON switchyard.routing_snapshot USING btree (environment_id, used_at);
CREATE UNIQUE INDEX routing_snapshot_by_version ON switchyard.routing_snapshot USING btree (environment_id, version);
create policy own_environment on switchyard.routing_snapshot for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));
CREATE TRIGGER routing_snapshot_cited BEFORE DELETE ON switchyard.routing_snapshot FOR EACH ROW EXECUTE FUNCTION keep_cited_snapshot();

create table switchyard.webhook_attempt (
  environment_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  number integer not null,
  at timestamp with time zone not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  answer text,
  constraint webhook_attempt_check CHECK ((num_nulls(status_code, error) = 1)),
  constraint webhook_attempt_duration_ms_check CHECK ((duration_ms >= 0)),
  constraint webhook_attempt_number_check CHECK ((number >= 1)),
  constraint webhook_attempt_environment_id_endpoint_id_event_id_fkey FOREIGN KEY (environment_id, endpoint_id, event_id) REFERENCES webhook_message(environment_id, endpoint_id, event_id) ON DELETE CASCADE,
  constraint webhook_attempt_pkey PRIMARY KEY (environment_id, endpoint_id, event_id, number)
);
alter table switchyard.webhook_attempt enable row level security;
alter table switchyard.webhook_attempt force row level security;
create policy own_environment on switchyard.webhook_attempt for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.webhook_endpoint (
  environment_id text collate "C" not null,
  id text collate "C" not null,
  url text not null,
  description text not null,
  types text[],
  status text not null,
  disabled_reason text,
  disabled_at timestamp with time zone,
  failing_since timestamp with time zone,
  secrets bytea not null,
  revision integer not null default 1,
  resend_from bigint,
  resend_until bigint,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  constraint webhook_endpoint_check CHECK ((num_nulls(disabled_reason, disabled_at) = ANY (ARRAY[0, 2]))),
  constraint webhook_endpoint_check1 CHECK (((status = 'disabled'::text) = (disabled_at IS NOT NULL))),
  constraint webhook_endpoint_check2 CHECK ((num_nulls(resend_from, resend_until) = ANY (ARRAY[0, 2]))),
  constraint webhook_endpoint_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['operator'::text, 'gone'::text, 'failing'::text]))),
  constraint webhook_endpoint_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text, 'deleted'::text]))),
  constraint webhook_endpoint_environment_id_fkey FOREIGN KEY (environment_id) REFERENCES environment(environment_id),
  constraint webhook_endpoint_pkey PRIMARY KEY (environment_id, id)
);
alter table switchyard.webhook_endpoint enable row level security;
alter table switchyard.webhook_endpoint force row level security;
create policy own_environment on switchyard.webhook_endpoint for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.webhook_message (
  environment_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  sequence bigint not null,
  status text not null,
  tries integer not null default 0,
  attempts integer not null default 0,
  next_at timestamp with time zone,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint webhook_message_check CHECK (((status = 'pending'::text) = (next_at IS NOT NULL))),
  constraint webhook_message_check1 CHECK (((status = 'pending'::text) = (ended_at IS NULL))),
  constraint webhook_message_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'dead'::text]))),
  constraint webhook_message_environment_id_endpoint_id_fkey FOREIGN KEY (environment_id, endpoint_id) REFERENCES webhook_endpoint(environment_id, id),
  constraint webhook_message_pkey PRIMARY KEY (environment_id, endpoint_id, event_id)
);
alter table switchyard.webhook_message enable row level security;
alter table switchyard.webhook_message force row level security;
CREATE INDEX webhook_message_by_age ON switchyard.webhook_message USING btree (environment_id, created_at);
CREATE INDEX webhook_message_dead ON switchyard.webhook_message USING btree (environment_id, endpoint_id, event_id) WHERE (status = 'dead'::text);
CREATE INDEX webhook_message_due ON switchyard.webhook_message USING btree (environment_id, endpoint_id, next_at, sequence) WHERE (status = 'pending'::text);
create policy own_environment on switchyard.webhook_message for all to public using ((environment_id = current_setting('switchyard.environment'::text, true)));

create table switchyard.webhook_path (
  token_hash bytea not null,
  environment_id text collate "C" not null,
  connection_id text collate "C" not null,
  constraint webhook_path_environment_id_connection_id_fkey FOREIGN KEY (environment_id, connection_id) REFERENCES connection(environment_id, id),
  constraint webhook_path_pkey PRIMARY KEY (token_hash)
);

create table switchyard.webhook_queue (
  environment_id text collate "C" not null,
  endpoint_id text collate "C" not null,
  cursor bigint not null,
  due_at timestamp with time zone,
  is_troubled boolean not null default false,
  served_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
  lease_epoch bigint not null default 0,
  leased_until timestamp with time zone,
  constraint webhook_queue_pkey PRIMARY KEY (environment_id, endpoint_id)
);

CREATE OR REPLACE FUNCTION switchyard.advance_clock(of_environment text, by_ms bigint, ahead_ms_max bigint)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update switchyard.environment e set clock_ahead_ms = e.clock_ahead_ms + by_ms
    where e.environment_id = of_environment and e.mode = 'test' and by_ms > 0
      and e.clock_ahead_ms + by_ms <= ahead_ms_max
    returning e.clock_ahead_ms
$function$;

CREATE OR REPLACE FUNCTION switchyard.advance_webhook_cursors(of_environment text, of_endpoints text[], to_sequences bigint[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update switchyard.webhook_queue q set cursor = a.to_sequence
    from unnest(of_endpoints, to_sequences) as a (endpoint_id, to_sequence)
    where q.environment_id = of_environment and q.endpoint_id = a.endpoint_id and q.cursor < a.to_sequence
$function$;

CREATE OR REPLACE FUNCTION switchyard.append_audit_entry(of_organisation text, entry text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION switchyard.claim_due_jobs(of_kinds text[], lease_ms integer, jobs_max integer)
 RETURNS TABLE(environment_id text, kind text, subject_id text, wanted bigint, attempts integer, lease_epoch bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update switchyard.job j
    set leased_until = clock_timestamp() + lease_ms * interval '1 millisecond', lease_epoch = j.lease_epoch + 1,
        attempts = j.attempts + 1
    from (
      select d.environment_id, d.kind, d.subject_id from switchyard.job d
      where d.run_at <= statement_timestamp() and (d.leased_until is null or d.leased_until < clock_timestamp())
        and d.kind = any(of_kinds)
      order by d.run_at limit jobs_max for update skip locked
    ) due
    where j.environment_id = due.environment_id and j.kind = due.kind and j.subject_id = due.subject_id
    returning j.environment_id, j.kind, j.subject_id, j.wanted, j.attempts, j.lease_epoch
$function$;

CREATE OR REPLACE FUNCTION switchyard.claim_job(of_environment text, of_kind text, of_subject text, lease_ms integer)
 RETURNS TABLE(environment_id text, kind text, subject_id text, wanted bigint, attempts integer, lease_epoch bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update switchyard.job j
    set leased_until = clock_timestamp() + lease_ms * interval '1 millisecond', lease_epoch = j.lease_epoch + 1,
        attempts = j.attempts + 1
    where j.environment_id = of_environment and j.kind = of_kind and j.subject_id = of_subject
      and (j.leased_until is null or j.leased_until < clock_timestamp())
    returning j.environment_id, j.kind, j.subject_id, j.wanted, j.attempts, j.lease_epoch
$function$;

CREATE OR REPLACE FUNCTION switchyard.claim_jobs_ahead(of_environments text[], ahead_ms bigint[], of_kinds text[], lease_ms integer, jobs_max integer)
 RETURNS TABLE(environment_id text, kind text, subject_id text, wanted bigint, attempts integer, lease_epoch bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update switchyard.job j
    set leased_until = clock_timestamp() + lease_ms * interval '1 millisecond', lease_epoch = j.lease_epoch + 1,
        attempts = j.attempts + 1
    from (
      select d.environment_id, d.kind, d.subject_id
      from (
        select c.environment_id, statement_timestamp() + c.ahead * interval '1 millisecond' as at
        from unnest(of_environments, ahead_ms) as c (environment_id, ahead)
      ) clock
      cross join lateral (
        select w.environment_id, w.kind, w.subject_id from switchyard.job w
        where w.environment_id = clock.environment_id and w.kind = any(of_kinds) and w.run_at <= clock.at
          and (w.leased_until is null or w.leased_until < statement_timestamp())
        order by w.run_at limit jobs_max for update skip locked
      ) d
      limit jobs_max
    ) due
    where j.environment_id = due.environment_id and j.kind = due.kind and j.subject_id = due.subject_id
    returning j.environment_id, j.kind, j.subject_id, j.wanted, j.attempts, j.lease_epoch
$function$;

CREATE OR REPLACE FUNCTION switchyard.claim_webhook_endpoints(at timestamp with time zone, lease_ms integer, healthy_max integer, troubled_max integer)
 RETURNS TABLE(environment_id text, endpoint_id text, lease_epoch bigint, is_troubled boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  environments text[] := '{}';
  heads bigint[] := '{}';
  of_environment text;
  head bigint;
begin
  for of_environment in select distinct q.environment_id from switchyard.webhook_queue q loop
    perform set_config('switchyard.environment', of_environment, true);
    select c.last_sequence into head from switchyard.event_counter c where c.environment_id = of_environment;
    environments := environments || of_environment;
    heads := heads || coalesce(head, 0);
  end loop;
  return query
    with waiting as (
      select q.environment_id, q.endpoint_id, q.is_troubled, q.served_at,
        row_number() over (partition by q.environment_id, q.is_troubled order by q.served_at) as turn
      from switchyard.webhook_queue q
      join unnest(environments, heads) as l (environment_id, head) on l.environment_id = q.environment_id
      where (q.cursor < l.head or q.due_at <= at)
        and (q.leased_until is null or q.leased_until < clock_timestamp())
    ), chosen as (
      select w.environment_id, w.endpoint_id, w.is_troubled,
        row_number() over (partition by w.is_troubled order by w.turn, w.served_at) as place
      from waiting w
    ), locked as (
      select q.environment_id, q.endpoint_id from switchyard.webhook_queue q
      join chosen c on c.environment_id = q.environment_id and c.endpoint_id = q.endpoint_id
      where c.place <= case when c.is_troubled then troubled_max else healthy_max end
        and (q.leased_until is null or q.leased_until < clock_timestamp())
      for update of q skip locked
    )
    update switchyard.webhook_queue q
      set leased_until = clock_timestamp() + lease_ms * interval '1 millisecond', lease_epoch = q.lease_epoch + 1,
          served_at = clock_timestamp()
      from locked l where q.environment_id = l.environment_id and q.endpoint_id = l.endpoint_id
      returning q.environment_id, q.endpoint_id, q.lease_epoch, q.is_troubled;
end
$function$;

CREATE OR REPLACE FUNCTION switchyard.claim_webhook_endpoints_ahead(of_environments text[], ahead_ms bigint[], at timestamp with time zone, lease_ms integer, healthy_max integer, troubled_max integer)
 RETURNS TABLE(environment_id text, endpoint_id text, lease_epoch bigint, is_troubled boolean)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with due as (
    select q.environment_id, q.endpoint_id,
      row_number() over (partition by q.is_troubled order by q.served_at) as place,
      case when q.is_troubled then troubled_max else healthy_max end as places
    from switchyard.webhook_queue q
    join unnest(of_environments, ahead_ms) as c (environment_id, ahead) on c.environment_id = q.environment_id
    where q.due_at <= at + c.ahead * interval '1 millisecond'
      and (q.leased_until is null or q.leased_until < clock_timestamp())
  ), locked as (
    select q.environment_id, q.endpoint_id from switchyard.webhook_queue q
    join due d on d.environment_id = q.environment_id and d.endpoint_id = q.endpoint_id
    where d.place <= d.places and (q.leased_until is null or q.leased_until < clock_timestamp())
    for update of q skip locked
  )
  update switchyard.webhook_queue q
    set leased_until = clock_timestamp() + lease_ms * interval '1 millisecond', lease_epoch = q.lease_epoch + 1,
        served_at = clock_timestamp()
    from locked l where q.environment_id = l.environment_id and q.endpoint_id = l.endpoint_id
    returning q.environment_id, q.endpoint_id, q.lease_epoch, q.is_troubled
$function$;

CREATE OR REPLACE FUNCTION switchyard.clear_ended_credentials(of_environment text, ended_before timestamp with time zone, rows_max integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION switchyard.clock_ahead(of_environment text)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.clock_ahead_ms from switchyard.environment e where e.environment_id = of_environment
$function$;

CREATE OR REPLACE FUNCTION switchyard.count_overdue_jobs(late_ms integer)
 RETURNS TABLE(kind text, jobs integer, oldest_seconds double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select j.kind, count(*)::integer, extract(epoch from clock_timestamp() - min(j.run_at))::double precision
  from switchyard.job j
  where j.run_at < clock_timestamp() - make_interval(secs => late_ms / 1000.0)
    and (j.leased_until is null or j.leased_until < clock_timestamp())
  group by j.kind
$function$;

CREATE OR REPLACE FUNCTION switchyard.create_environment(new_id text, of_organisation text, new_mode text, new_name text, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into switchyard.environment (environment_id, organisation_id, mode, name, created_at)
    values (new_id, of_organisation, new_mode, new_name, at)
$function$;

CREATE OR REPLACE FUNCTION switchyard.create_organisation(new_id text, new_name text, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into switchyard.organisation (id, name, created_at) values (new_id, new_name, at)
$function$;

CREATE OR REPLACE FUNCTION switchyard.dequeue_webhook_endpoint(of_environment text, of_endpoint text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from switchyard.webhook_queue q where q.environment_id = of_environment and q.endpoint_id = of_endpoint
$function$;

CREATE OR REPLACE FUNCTION switchyard.enqueue_webhook_endpoint(of_environment text, of_endpoint text, from_cursor bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into switchyard.webhook_queue (environment_id, endpoint_id, cursor)
    values (of_environment, of_endpoint, from_cursor) on conflict (environment_id, endpoint_id) do nothing
$function$;

CREATE OR REPLACE FUNCTION switchyard.enter_by_credential(of_hash bytea, of_kind text)
 RETURNS TABLE(organisation_id text, organisation_name text, subject_id text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return query
    select o.id, o.name, l.subject_id
    from switchyard.credential_lookup l join switchyard.organisation o on o.id = l.organisation_id
    where l.hash = of_hash and l.kind = of_kind;
  perform set_config('switchyard.organisation',
    coalesce((select l.organisation_id from switchyard.credential_lookup l where l.hash = of_hash and l.kind = of_kind), ''),
    true);
end
$function$;

CREATE OR REPLACE FUNCTION switchyard.find_api_key(key_hash bytea)
 RETURNS TABLE(key_id text, environment_id text, organisation_id text, mode text, scopes text[], api_version text, allowed_addresses text[], expires_at timestamp with time zone, revoked_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION switchyard.find_management_token(token_hash bytea, at timestamp with time zone)
 RETURNS TABLE(organisation_id text, organisation_name text, token_id text, role text, expires_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION switchyard.find_operator_by_email(email_hash bytea)
 RETURNS TABLE(organisation_id text, organisation_name text, operator_id text, status text, password_hash text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entered record;
begin
  select * into entered from switchyard.enter_by_credential(email_hash, 'operator');
  return query
    select entered.organisation_id, entered.organisation_name, o.id, o.status, o.password_hash
    from switchyard.operator o
    where o.organisation_id = entered.organisation_id and o.id = entered.subject_id;
end
$function$;

CREATE OR REPLACE FUNCTION switchyard.find_operator_session(session_hash bytea, at timestamp with time zone, idle_ms bigint)
 RETURNS TABLE(organisation_id text, organisation_name text, session_id text, operator_id text, role text, profile bytea, status text, last_signed_in_at timestamp with time zone, operator_created_at timestamp with time zone, operator_updated_at timestamp with time zone, session_created_at timestamp with time zone, last_seen_at timestamp with time zone, expires_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION switchyard.find_webhook_path(hash bytea)
 RETURNS TABLE(environment_id text, connection_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select w.environment_id, w.connection_id from switchyard.webhook_path w where w.token_hash = hash
$function$;

CREATE OR REPLACE FUNCTION switchyard.finish_job(of_environment text, of_kind text, of_subject text, epoch bigint, seen_wanted bigint, next_run_at timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from switchyard.job j
    where j.environment_id = of_environment and j.kind = of_kind and j.subject_id = of_subject
      and j.lease_epoch = epoch and j.wanted = seen_wanted and next_run_at is null;
  if found then
    return;
  end if;
  update switchyard.job j
    set leased_until = null,
        run_at = case when j.wanted = seen_wanted then next_run_at
                      else least(coalesce(next_run_at, clock_timestamp()), clock_timestamp()) end
    where j.environment_id = of_environment and j.kind = of_kind and j.subject_id = of_subject and j.lease_epoch = epoch;
end
$function$;

CREATE OR REPLACE FUNCTION switchyard.forget_connection(of_environment text, of_connection text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  delete from switchyard.webhook_path w where w.environment_id = of_environment and w.connection_id = of_connection;
  delete from switchyard.job j where j.environment_id = of_environment and j.subject_id = of_connection;
$function$;

CREATE OR REPLACE FUNCTION switchyard.forget_rate_buckets(unused_since timestamp with time zone)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with forgotten as (delete from switchyard.rate_bucket where at < unused_since returning 1)
  select count(*) from forgotten
$function$;

CREATE OR REPLACE FUNCTION switchyard.hold_cited_snapshots()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from (select distinct a.environment_id, a.snapshot_digest from added a) c
    left join lateral (select s.digest from switchyard.routing_snapshot s
      where s.environment_id = c.environment_id and s.digest = c.snapshot_digest for key share) kept on true
    where kept.digest is null;
  if found then
    raise exception 'a decision cites a snapshot that is not kept'
      using errcode = 'foreign_key_violation', constraint = 'decision_environment_id_snapshot_digest_fkey';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION switchyard.hold_job(of_environment text, of_kind text, of_subject text, epoch bigint)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select exists (
    select 1 from switchyard.job j
    where j.environment_id = of_environment and j.kind = of_kind and j.subject_id = of_subject
      and j.lease_epoch = epoch and j.leased_until > clock_timestamp()
    for update)
$function$;

CREATE OR REPLACE FUNCTION switchyard.hold_webhook_endpoints(of_environment text, of_endpoints text[], epochs bigint[])
 RETURNS TABLE(endpoint_id text, lease_epoch bigint, cursor bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform set_config('synchronous_commit', 'off', true);
  return query
    select q.endpoint_id, q.lease_epoch, q.cursor from switchyard.webhook_queue q
    join unnest(of_endpoints, epochs) as h (endpoint_id, epoch) on q.endpoint_id = h.endpoint_id and q.lease_epoch = h.epoch
    where q.environment_id = of_environment and q.leased_until > clock_timestamp()
    order by q.endpoint_id for update of q;
end
$function$;

CREATE OR REPLACE FUNCTION switchyard.is_known_place(email_hash bytea, of_place bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  entered record;
begin
  select * into entered from switchyard.enter_by_credential(email_hash, 'operator');
  return exists (
    select from switchyard.operator_session s
    where s.organisation_id = entered.organisation_id and s.operator_id = entered.subject_id and s.place = of_place);
end
$function$;

CREATE OR REPLACE FUNCTION switchyard.keep_cited_snapshot()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from switchyard.decision d where d.environment_id = old.environment_id and d.snapshot_digest = old.digest;
  if found then
    raise exception 'a decision cites this snapshot'
      using errcode = 'foreign_key_violation', constraint = 'decision_environment_id_snapshot_digest_fkey';
  end if;
  return old;
end
$function$;

CREATE OR REPLACE FUNCTION switchyard.keep_job(of_environment text, of_kind text, of_subject text, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into switchyard.job (environment_id, kind, subject_id, run_at)
    values (of_environment, of_kind, of_subject, at)
    on conflict (environment_id, kind, subject_id) do nothing
$function$;

CREATE OR REPLACE FUNCTION switchyard.list_environments()
 RETURNS TABLE(environment_id text, organisation_id text, organisation_name text, mode text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.environment_id, e.organisation_id, o.name, e.mode
  from switchyard.environment e join switchyard.organisation o on o.id = e.organisation_id
  order by e.environment_id
$function$;

CREATE OR REPLACE FUNCTION switchyard.list_organisations()
 RETURNS TABLE(id text, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select o.id, o.name from switchyard.organisation o order by o.id
$function$;

CREATE OR REPLACE FUNCTION switchyard.moved_clocks()
 RETURNS TABLE(environment_id text, ahead_ms bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.environment_id, e.clock_ahead_ms from switchyard.environment e where e.clock_ahead_ms > 0
$function$;

CREATE OR REPLACE FUNCTION switchyard.number_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION switchyard.organisation_environment(of_organisation text, of_environment text)
 RETURNS TABLE(environment_id text, mode text, name text, return_origins text[], created_at timestamp with time zone, updated_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.environment_id, e.mode, e.name, e.return_origins, e.created_at, coalesce(e.updated_at, e.created_at)
  from switchyard.environment e
  where e.organisation_id = of_organisation and e.environment_id = of_environment
$function$;

CREATE OR REPLACE FUNCTION switchyard.organisation_environments(of_organisation text, before_id text, rows_max integer)
 RETURNS TABLE(environment_id text, mode text, name text, return_origins text[], created_at timestamp with time zone, updated_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.environment_id, e.mode, e.name, e.return_origins, e.created_at, coalesce(e.updated_at, e.created_at)
  from switchyard.environment e
  where e.organisation_id = of_organisation and e.environment_id < before_id collate "C"
  order by e.environment_id desc limit rows_max
$function$;

CREATE OR REPLACE FUNCTION switchyard.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'entries of the audit log are never changed or removed';
end
$function$;

CREATE OR REPLACE FUNCTION switchyard.refuse_change_of_final_state()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  raise exception 'a % that is % stays so', tg_table_name, old.status using errcode = 'check_violation';
end
$function$;

CREATE OR REPLACE FUNCTION switchyard.refuse_erased()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  subjects text[];
begin
  if tg_table_name = 'payment_intent' then
    subjects := array[new.subject_id, (select a.subject_id from switchyard.account a
      where a.environment_id = new.environment_id and a.id = new.to_account_id)];
  else
    subjects := array[new.customer_id];
  end if;
  perform k.subject_id from switchyard.data_key k
    where k.environment_id = new.environment_id and k.subject_id = any(subjects) order by k.subject_id for share;
  if exists (select from switchyard.data_key k
      where k.environment_id = new.environment_id and k.subject_id = any(subjects) and k.wrapped is null) then
    raise exception 'the subject has been erased' using errcode = 'foreign_key_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION switchyard.register_api_key(key_hash bytea, of_environment text, of_key text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into switchyard.api_key_lookup (hash, environment_id, key_id) values (key_hash, of_environment, of_key)
$function$;

CREATE OR REPLACE FUNCTION switchyard.register_credential(new_hash bytea, of_kind text, of_organisation text, of_subject text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into switchyard.credential_lookup (hash, kind, organisation_id, subject_id)
    values (new_hash, of_kind, of_organisation, of_subject)
$function$;

CREATE OR REPLACE FUNCTION switchyard.register_webhook_path(hash bytea, of_environment text, of_connection text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into switchyard.webhook_path (token_hash, environment_id, connection_id)
    values (hash, of_environment, of_connection) on conflict (token_hash) do nothing
$function$;

CREATE OR REPLACE FUNCTION switchyard.release_webhook_endpoints(of_environment text, of_endpoints text[], epochs bigint[], next_ats timestamp with time zone[], troubled boolean[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update switchyard.webhook_queue q set leased_until = null, due_at = r.next_at, is_troubled = r.is_troubled
    from unnest(of_endpoints, epochs, next_ats, troubled) as r (endpoint_id, epoch, next_at, is_troubled)
    where q.environment_id = of_environment and q.endpoint_id = r.endpoint_id and q.lease_epoch = r.epoch
$function$;

CREATE OR REPLACE FUNCTION switchyard.remove_events(of_environment text, until timestamp with time zone, rows_max integer)
 RETURNS TABLE(removed integer, last_sequence bigint, last_id text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  with head as (
    select e.sequence, e.id, e.created_at, e.object_id from switchyard.event e
    where e.environment_id = of_environment and e.sequence > coalesce((
        select m.through::bigint from switchyard.retention_mark m
        where m.environment_id = of_environment and m.what = 'event'), 0)
      and e.sequence < (select c.last_sequence from switchyard.event_counter c where c.environment_id = of_environment)
    order by e.sequence limit rows_max
  ), stop as (
    select min(h.sequence) as at from head h
    where h.created_at >= until
      or exists (select from switchyard.payment_intent p
        where p.environment_id = of_environment and p.id = h.object_id
          and p.status not in ('succeeded', 'failed', 'cancelled'))
      or exists (select from switchyard.leg l
        join switchyard.payment_intent p on p.environment_id = l.environment_id and p.id = l.payment_intent_id
        where l.environment_id = of_environment and l.id = h.object_id
          and p.status not in ('succeeded', 'failed', 'cancelled'))
  ), gone as (
    delete from switchyard.event e using head h, stop s
    where e.environment_id = of_environment and e.sequence = h.sequence and (s.at is null or h.sequence < s.at)
    returning e.sequence, e.id
  )
  select count(*)::integer, max(g.sequence), max(g.id) from gone g
$function$;

CREATE OR REPLACE FUNCTION switchyard.return_origins(of_environment text)
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
  select e.return_origins from switchyard.environment e where e.environment_id = of_environment
$function$;

CREATE OR REPLACE FUNCTION switchyard.schedule_job(of_environment text, of_kind text, of_subject text, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  insert into switchyard.job (environment_id, kind, subject_id, run_at)
    values (of_environment, of_kind, of_subject, at)
    on conflict (environment_id, kind, subject_id) do update
      set run_at = least(switchyard.job.run_at, excluded.run_at), wanted = switchyard.job.wanted + 1
$function$;

CREATE OR REPLACE FUNCTION switchyard.take_rate_tokens(names text[], rates double precision[], bursts double precision[], returned integer[], wanted integer[])
 RETURNS TABLE(place bigint, granted integer, tokens double precision)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  asked record;
  level double precision;
begin
  for asked in
    select a.name, a.rate, a.burst, a.back, a.want, a.place
    from unnest(names, rates, bursts, returned, wanted) with ordinality as a (name, rate, burst, back, want, place)
    order by a.name collate "C", a.place
  loop
    insert into switchyard.rate_bucket as b (name, tokens, at) values (asked.name, asked.burst, clock_timestamp())
      on conflict on constraint rate_bucket_pkey do update
        set tokens = least(asked.burst,
              b.tokens + asked.back + asked.rate * greatest(0, extract(epoch from clock_timestamp() - b.at))),
            at = greatest(b.at, clock_timestamp())
      returning b.tokens into level;
    place := asked.place;
    granted := least(asked.want, floor(level))::integer;
    tokens := level - granted;
    update switchyard.rate_bucket b set tokens = level - take_rate_tokens.granted where b.name = asked.name;
    return next;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION switchyard.update_environment(of_organisation text, of_environment text, new_name text, new_return_origins text[], at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update switchyard.environment e set name = new_name, return_origins = new_return_origins, updated_at = at
    where e.organisation_id = of_organisation and e.environment_id = of_environment;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION switchyard.wake_webhook_endpoint(of_environment text, of_endpoint text, at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
  update switchyard.webhook_queue q set due_at = least(q.due_at, at)
    where q.environment_id = of_environment and q.endpoint_id = of_endpoint
$function$;

grant insert, select, update on switchyard.account to switchyard_app;
grant insert, select, update on switchyard.account_link to switchyard_app;
grant insert, select, update on switchyard.api_key to switchyard_app;
grant select on switchyard.audit_entry to switchyard_app;
grant select on switchyard.audit_head to switchyard_app;
grant delete, insert, select, update on switchyard.connection to switchyard_app;
grant delete, insert, select, update on switchyard.connection_credentials to switchyard_app;
grant delete, insert, select, update on switchyard.contract to switchyard_app;
grant insert, select, update on switchyard.contract_usage to switchyard_app;
grant delete, insert, select, update on switchyard.coverage to switchyard_app;
grant insert, select, update on switchyard.customer to switchyard_app;
grant insert, select, update on switchyard.data_key to switchyard_app;
grant delete, insert, select on switchyard.decision to switchyard_app;
grant insert, select, update on switchyard.dry_run to switchyard_app;
grant insert, select, update on switchyard.environment_key to switchyard_app;
grant insert, select on switchyard.event to switchyard_app;
grant insert, select on switchyard.event_counter to switchyard_app;
grant delete, insert, select, update on switchyard.fx_rate to switchyard_app;
grant delete, insert, select, update on switchyard.idempotency_key to switchyard_app;
grant insert, select, update on switchyard.latency_sketch to switchyard_app;
grant insert, select, update on switchyard.leg to switchyard_app;
grant insert, select, update on switchyard.leg_resolution to switchyard_app;
grant insert, select, update on switchyard.link_grant to switchyard_app;
grant insert, select, update on switchyard.link_session to switchyard_app;
grant insert, select, update on switchyard.management_token to switchyard_app;
grant insert, select, update on switchyard.operator to switchyard_app;
grant insert, select, update on switchyard.operator_session to switchyard_app;
grant insert, select, update on switchyard.organisation_key to switchyard_app;
grant delete, insert, select on switchyard.outcome to switchyard_app;
grant insert, select, update on switchyard.payment_intent to switchyard_app;
grant insert, select on switchyard.policy_version to switchyard_app;
grant delete, insert, select, update on switchyard.price to switchyard_app;
grant delete, insert, select, update on switchyard.provider_directory to switchyard_app;
grant delete, insert, select, update on switchyard.provider_notice to switchyard_app;
grant insert, select, update on switchyard.rail_operation to switchyard_app;
grant insert, select, update on switchyard.rail_sequence to switchyard_app;
grant delete, insert, select, update on switchyard.reconciliation to switchyard_app;
grant insert, select, update on switchyard.reconciliation_finding to switchyard_app;
grant delete, insert, select, update on switchyard.reliability_cell to switchyard_app;
grant delete, insert, select on switchyard.request_log to switchyard_app;
grant insert, select, update on switchyard.retention_mark to switchyard_app;
grant delete, insert, select, update on switchyard.route_quote to switchyard_app;
grant delete, insert, select on switchyard.routing_snapshot to switchyard_app;
grant delete, insert, select, update on switchyard.webhook_attempt to switchyard_app;
grant delete, insert, select, update on switchyard.webhook_endpoint to switchyard_app;
grant delete, insert, select, update on switchyard.webhook_message to switchyard_app;
