-- Generated from the migrations by scripts/migration.mjs. Do not edit.

CREATE TABLE api_keys (
  id uuid NOT NULL,
  team_id uuid NOT NULL,
  name text NOT NULL,
  hash text NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  rights text[] DEFAULT ARRAY['team'::text],
  expires_at timestamp(3) with time zone,
  networks text[] DEFAULT ARRAY[]::text[],
  is_declared boolean NOT NULL DEFAULT false,
  CONSTRAINT api_keys_pkey PRIMARY KEY (id),
  CONSTRAINT api_keys_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON UPDATE CASCADE ON DELETE RESTRICT
);
CREATE UNIQUE INDEX api_keys_hash_key ON public.api_keys USING btree (hash);

CREATE TABLE applied_teams_files (
  sequence integer NOT NULL,
  digest text NOT NULL,
  generation integer NOT NULL,
  applied_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT applied_teams_files_pkey PRIMARY KEY (sequence)
);
CREATE UNIQUE INDEX applied_teams_files_digest_key ON public.applied_teams_files USING btree (digest);

CREATE TABLE audit_entries (
  id bigint NOT NULL DEFAULT nextval('audit_entries_id_seq'::regclass),
  at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  api_key_id uuid,
  actor text NOT NULL,
  request_id text,
  action text NOT NULL,
  team_id uuid,
  target text NOT NULL,
  changes jsonb NOT NULL,
  CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entries_of_team_idx ON public.audit_entries USING btree (team_id, ((- id)));

CREATE TABLE console_sessions (
  key_id uuid NOT NULL,
  issuer text NOT NULL,
  subject text NOT NULL,
  person text NOT NULL,
  team_ids uuid[],
  roles jsonb NOT NULL DEFAULT '{}'::jsonb,
  CONSTRAINT console_sessions_pkey PRIMARY KEY (key_id),
  CONSTRAINT console_sessions_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE credit_entries (
  id uuid NOT NULL,
  team_id uuid NOT NULL,
  api_key_id uuid,
  job_id uuid,
  kind text NOT NULL,
  amount integer NOT NULL,
  note text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT credit_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX credit_entries_kind_created_at_idx ON public.credit_entries USING btree (kind, created_at);

CREATE TABLE credit_months (
  team_id uuid NOT NULL,
  month date NOT NULL,
  api_key_id uuid NOT NULL,
  granted bigint NOT NULL DEFAULT 0,
  used bigint NOT NULL DEFAULT 0,
  tokens bigint NOT NULL DEFAULT 0,
  CONSTRAINT credit_months_pkey PRIMARY KEY (team_id, month, api_key_id)
);

CREATE TABLE documents (
  page_id uuid NOT NULL,
  job_id uuid NOT NULL,
  metadata json NOT NULL,
  content bytea,
  json_bytes integer NOT NULL,
  object_hash bytea,
  CONSTRAINT documents_pkey PRIMARY KEY (page_id)
) PARTITION BY RANGE (page_id);
ALTER TABLE documents ALTER COLUMN content SET STORAGE EXTERNAL;

CREATE TABLE documents_default PARTITION OF documents DEFAULT;
ALTER TABLE documents_default ALTER COLUMN content SET STORAGE EXTERNAL;
CREATE INDEX documents_default_job_id_idx ON public.documents_default USING btree (job_id);

CREATE TABLE enrichments (
  page_id uuid NOT NULL,
  job_id uuid NOT NULL,
  team_id uuid NOT NULL,
  epoch integer NOT NULL,
  is_urgent boolean NOT NULL,
  message bytea NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  claimed_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  traceparent text,
  CONSTRAINT enrichments_pkey PRIMARY KEY (page_id)
);
ALTER TABLE enrichments ALTER COLUMN message SET STORAGE EXTERNAL;
CREATE INDEX enrichments_is_urgent_team_id_created_at_idx ON public.enrichments USING btree (is_urgent, team_id, created_at);
CREATE INDEX enrichments_job_id_idx ON public.enrichments USING btree (job_id);

CREATE TABLE frontier_hosts (
  host text NOT NULL,
  next_fetch_at timestamp(3) with time zone NOT NULL,
  paced_until timestamp(3) with time zone,
  CONSTRAINT frontier_hosts_pkey PRIMARY KEY (host)
);
CREATE INDEX frontier_hosts_next_fetch_at_idx ON public.frontier_hosts USING btree (next_fetch_at);

CREATE TABLE frontier_jobs (
  id uuid NOT NULL,
  team_id uuid NOT NULL,
  kind text NOT NULL,
  state text NOT NULL DEFAULT 'running'::text,
  origin_url text,
  "limit" integer,
  admitted integer NOT NULL DEFAULT 0,
  queued integer NOT NULL DEFAULT 0,
  leased integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  known integer NOT NULL DEFAULT 0,
  url_lists_taken integer NOT NULL DEFAULT 0,
  seeding_until timestamp(3) with time zone,
  max_concurrency integer,
  delay_ms integer,
  next_lease_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_leased_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  cancelled_at timestamp(3) with time zone,
  settled_at timestamp(3) with time zone,
  settled_reason text,
  error text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  erased_at timestamp(3) with time zone,
  recall text,
  sitemaps_unread boolean NOT NULL DEFAULT false,
  erased_urls integer NOT NULL DEFAULT 0,
  CONSTRAINT frontier_jobs_pkey PRIMARY KEY (id)
);
ALTER TABLE frontier_jobs SET (fillfactor=50, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=200);
CREATE INDEX frontier_jobs_running_idx ON public.frontier_jobs USING btree (team_id) WHERE (state = 'running'::text);

CREATE TABLE frontier_pages (
  id uuid NOT NULL,
  job_id uuid NOT NULL,
  ordinal integer NOT NULL,
  url text NOT NULL,
  source_url text NOT NULL,
  dedup_hash bytea NOT NULL,
  host text NOT NULL,
  depth integer NOT NULL,
  is_start boolean NOT NULL DEFAULT false,
  state text NOT NULL,
  epoch integer NOT NULL DEFAULT 0,
  attempt integer NOT NULL DEFAULT 0,
  deferrals integer NOT NULL DEFAULT 0,
  redirects integer NOT NULL DEFAULT 0,
  lease_until timestamp(3) with time zone,
  due_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  reason text,
  message text,
  found_on uuid,
  finished_at timestamp(3) with time zone,
  is_hidden boolean NOT NULL DEFAULT false,
  CONSTRAINT frontier_pages_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);

CREATE TABLE frontier_pages_default PARTITION OF frontier_pages DEFAULT;
ALTER TABLE frontier_pages_default SET (autovacuum_vacuum_scale_factor=0.05, autovacuum_analyze_scale_factor=0.05);
CREATE INDEX frontier_pages_default_lease_until_idx ON public.frontier_pages_default USING btree (lease_until) WHERE (state = 'leased'::text);
CREATE INDEX frontier_pages_default_list_idx ON public.frontier_pages_default USING btree (uuid_send(job_id), state, COALESCE(reason, ''::text), ordinal);
CREATE UNIQUE INDEX frontier_pages_default_page_key_idx ON public.frontier_pages_default USING btree (((uuid_send(job_id) || SUBSTRING(dedup_hash FROM 1 FOR 16))));
CREATE INDEX frontier_pages_default_queue_idx ON public.frontier_pages_default USING btree ((
CASE
    WHEN (state = 'queued'::text) THEN job_id
    ELSE NULL::uuid
END), host, due_at, ordinal) WHERE (
CASE
    WHEN (state = 'queued'::text) THEN job_id
    ELSE NULL::uuid
END IS NOT NULL);

CREATE TABLE frontier_refusals (
  job_id uuid NOT NULL,
  reason text NOT NULL,
  last_ordinal integer NOT NULL,
  found_on uuid,
  depth integer NOT NULL,
  is_hidden boolean NOT NULL,
  refused_at timestamp(3) with time zone NOT NULL,
  ordinals integer[],
  urls text[],
  source_urls text[],
  hashes bigint[],
  page_keys bytea[],
  CONSTRAINT frontier_refusals_pkey PRIMARY KEY (job_id, reason, last_ordinal)
) PARTITION BY RANGE (job_id);
ALTER TABLE frontier_refusals ALTER COLUMN hashes SET STORAGE MAIN;

CREATE TABLE frontier_refusals_default PARTITION OF frontier_refusals DEFAULT;
ALTER TABLE frontier_refusals_default ALTER COLUMN hashes SET STORAGE MAIN;

CREATE TABLE idempotency_keys (
  team_id uuid NOT NULL,
  key uuid NOT NULL,
  job_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (team_id, key)
);
CREATE INDEX idempotency_keys_job_id_idx ON public.idempotency_keys USING btree (job_id);

CREATE TABLE job_erasures (
  id uuid NOT NULL,
  team_id uuid NOT NULL,
  requested_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  api_key_id uuid,
  actor text NOT NULL,
  request_id text,
  context jsonb,
  completed_at timestamp(3) with time zone,
  documents integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  url_lists integer NOT NULL DEFAULT 0,
  frontier_urls integer NOT NULL DEFAULT 0,
  cached_pages integer NOT NULL DEFAULT 0,
  versions integer NOT NULL DEFAULT 0,
  enrichments integer NOT NULL DEFAULT 0,
  objects integer NOT NULL DEFAULT 0,
  webhook_targets integer NOT NULL DEFAULT 0,
  CONSTRAINT job_erasures_pkey PRIMARY KEY (id)
);
CREATE INDEX job_erasures_open_idx ON public.job_erasures USING btree (requested_at) WHERE (completed_at IS NULL);

CREATE TABLE job_url_lists (
  job_id uuid NOT NULL,
  "position" integer NOT NULL,
  urls jsonb NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT job_url_lists_pkey PRIMARY KEY (job_id, "position")
);

CREATE TABLE jobs (
  id uuid NOT NULL,
  team_id uuid NOT NULL,
  kind text NOT NULL,
  state text NOT NULL DEFAULT 'scraping'::text,
  spec jsonb NOT NULL,
  origin text,
  integration text,
  webhook jsonb,
  created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  cancel_requested_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone NOT NULL,
  error text,
  completed integer NOT NULL DEFAULT 0,
  failed integer NOT NULL DEFAULT 0,
  credits_used integer NOT NULL DEFAULT 0,
  settled_pages integer,
  settled_url_lists integer,
  settled_reason text,
  settled_at timestamp(3) with time zone,
  webhook_sequence integer NOT NULL DEFAULT 0,
  api_key_id uuid,
  named_urls integer NOT NULL DEFAULT 1,
  erase_due_at timestamp(3) with time zone,
  erased_at timestamp(3) with time zone,
  zero_data_retention boolean NOT NULL DEFAULT false,
  deadline_at timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  traceparent text,
  CONSTRAINT jobs_pkey PRIMARY KEY (id)
);
ALTER TABLE jobs SET (fillfactor=70, autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_threshold=200);
CREATE INDEX jobs_completed_idx ON public.jobs USING btree ((
CASE
    WHEN (state = 'completed'::text) THEN team_id
    ELSE NULL::uuid
END), completed_at) WHERE (
CASE
    WHEN (state = 'completed'::text) THEN team_id
    ELSE NULL::uuid
END IS NOT NULL);
CREATE INDEX jobs_erase_due_at_idx ON public.jobs USING btree (erase_due_at);
CREATE INDEX jobs_expires_at_idx ON public.jobs USING btree (expires_at);
CREATE INDEX jobs_of_team_idx ON public.jobs USING btree ((((state || ' '::text) || (team_id)::text)), created_at DESC, id);
CREATE INDEX jobs_running_idx ON public.jobs USING btree ((
CASE
    WHEN (state = 'scraping'::text) THEN team_id
    ELSE NULL::uuid
END), created_at) WHERE (
CASE
    WHEN (state = 'scraping'::text) THEN team_id
    ELSE NULL::uuid
END IS NOT NULL);
CREATE INDEX jobs_state_created_at_idx ON public.jobs USING btree (state, created_at);

CREATE UNLOGGED TABLE page_cache (
  key bytea NOT NULL,
  look text NOT NULL,
  verified boolean NOT NULL,
  succeeded boolean NOT NULL,
  url text NOT NULL,
  is_pdf boolean NOT NULL,
  failures integer NOT NULL,
  captured_at timestamp(3) with time zone NOT NULL,
  capture json NOT NULL,
  body_hash bytea,
  body bytea,
  screenshot bytea,
  bytes integer NOT NULL,
  CONSTRAINT page_cache_pkey PRIMARY KEY (key, look, verified, succeeded)
);
ALTER TABLE page_cache SET (autovacuum_vacuum_scale_factor=0.05);
ALTER TABLE page_cache ALTER COLUMN body SET STORAGE EXTERNAL;
ALTER TABLE page_cache ALTER COLUMN screenshot SET STORAGE EXTERNAL;
CREATE INDEX page_cache_captured_at_bytes_idx ON public.page_cache USING btree (captured_at, bytes);

CREATE TABLE page_history (
  team_id uuid NOT NULL,
  key bytea NOT NULL,
  page_id uuid NOT NULL,
  url text NOT NULL,
  scraped_at timestamp(3) with time zone NOT NULL,
  fingerprint bytea NOT NULL,
  markdown bytea NOT NULL,
  bytes integer NOT NULL,
  CONSTRAINT page_history_pkey PRIMARY KEY (team_id, key)
);
ALTER TABLE page_history ALTER COLUMN markdown SET STORAGE EXTERNAL;
CREATE INDEX page_history_by_age_idx ON public.page_history USING btree (uuid_send(team_id), scraped_at, bytes) INCLUDE (team_id);

CREATE TABLE page_history_crawls (
  crawl bytea NOT NULL,
  key bytea NOT NULL,
  team_id uuid NOT NULL,
  seen_at timestamp(3) with time zone NOT NULL,
  depth integer NOT NULL,
  CONSTRAINT page_history_crawls_pkey PRIMARY KEY (crawl, key),
  CONSTRAINT page_history_crawls_team_id_key_fkey FOREIGN KEY (team_id, key) REFERENCES page_history(team_id, key) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX page_history_crawls_team_id_key_seen_at_idx ON public.page_history_crawls USING btree (team_id, key, seen_at);

CREATE TABLE pages (
  id uuid NOT NULL,
  job_id uuid NOT NULL,
  team_id uuid NOT NULL,
  ordinal integer,
  state text NOT NULL,
  epoch integer NOT NULL,
  url text NOT NULL,
  source_url text NOT NULL,
  depth integer NOT NULL,
  status_code integer,
  engine text,
  reason text,
  message text,
  credits_used integer NOT NULL DEFAULT 0,
  stored_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  plain_hash bigint,
  completion_tokens integer,
  prompt_tokens integer,
  fingerprint bytea,
  page_key bytea,
  CONSTRAINT pages_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);

CREATE TABLE pages_default PARTITION OF pages DEFAULT;
CREATE INDEX pages_default_failures_idx ON public.pages_default USING btree ((
CASE
    WHEN (state = 'failed'::text) THEN job_id
    ELSE NULL::uuid
END), stored_at, id) WHERE (
CASE
    WHEN (state = 'failed'::text) THEN job_id
    ELSE NULL::uuid
END IS NOT NULL);
CREATE UNIQUE INDEX pages_default_job_id_ordinal_key ON public.pages_default USING btree (job_id, ordinal);
CREATE INDEX pages_default_plain_hash_stored_at_idx ON public.pages_default USING btree (plain_hash, stored_at) WHERE (plain_hash IS NOT NULL);

CREATE TABLE rate_windows (
  team_id uuid NOT NULL,
  class text NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  consumed integer NOT NULL,
  CONSTRAINT rate_windows_pkey PRIMARY KEY (team_id, class)
);

CREATE TABLE schedule_run_pages (
  run_id uuid NOT NULL,
  state text NOT NULL,
  page_key bytea NOT NULL,
  url text NOT NULL,
  depth integer NOT NULL,
  fingerprint bytea,
  CONSTRAINT schedule_run_pages_pkey PRIMARY KEY (run_id, state, page_key),
  CONSTRAINT schedule_run_pages_run_id_fkey FOREIGN KEY (run_id) REFERENCES schedule_runs(id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE schedule_runs (
  id uuid NOT NULL,
  schedule_id uuid NOT NULL,
  planned_at timestamp(3) with time zone NOT NULL,
  trigger text NOT NULL,
  state text NOT NULL,
  job_id uuid,
  started_at timestamp(3) with time zone,
  collected_at timestamp(3) with time zone,
  is_partial boolean NOT NULL DEFAULT false,
  ended_at timestamp(3) with time zone,
  claimed_until timestamp(3) with time zone,
  error text,
  is_baseline boolean NOT NULL DEFAULT false,
  added integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  removed integer NOT NULL DEFAULT 0,
  same integer NOT NULL DEFAULT 0,
  unknown integer NOT NULL DEFAULT 0,
  compare_after timestamp(3) with time zone,
  failed_comparisons integer NOT NULL DEFAULT 0,
  CONSTRAINT schedule_runs_pkey PRIMARY KEY (id),
  CONSTRAINT schedule_runs_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES schedules(id) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX schedule_runs_ended_at_idx ON public.schedule_runs USING btree (ended_at);
CREATE INDEX schedule_runs_open_idx ON public.schedule_runs USING btree (state, planned_at) WHERE (ended_at IS NULL);
CREATE INDEX schedule_runs_open_of_schedule_idx ON public.schedule_runs USING btree ((
CASE
    WHEN (ended_at IS NULL) THEN schedule_id
    ELSE NULL::uuid
END), state) WHERE (
CASE
    WHEN (ended_at IS NULL) THEN schedule_id
    ELSE NULL::uuid
END IS NOT NULL);
CREATE UNIQUE INDEX schedule_runs_schedule_id_planned_at_key ON public.schedule_runs USING btree (schedule_id, planned_at);
CREATE INDEX schedule_runs_waiting_idx ON public.schedule_runs USING btree ((
CASE
    WHEN ((ended_at IS NULL) AND (job_id IS NULL) AND (collected_at IS NULL)) THEN state
    ELSE NULL::text
END), planned_at) WHERE (
CASE
    WHEN ((ended_at IS NULL) AND (job_id IS NULL) AND (collected_at IS NULL)) THEN state
    ELSE NULL::text
END IS NOT NULL);

CREATE TABLE schedules (
  id uuid NOT NULL,
  team_id uuid NOT NULL,
  api_key_id uuid NOT NULL,
  name text NOT NULL,
  cron text NOT NULL,
  timezone text NOT NULL,
  kind text NOT NULL,
  request jsonb NOT NULL,
  overlap text NOT NULL,
  missed_runs text NOT NULL,
  webhook jsonb,
  address text NOT NULL,
  paused boolean NOT NULL DEFAULT false,
  next_run_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  updated_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  deleted_at timestamp(3) with time zone,
  unplannable_reason text,
  CONSTRAINT schedules_pkey PRIMARY KEY (id)
);
CREATE INDEX schedules_deleted_at_idx ON public.schedules USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX schedules_next_run_at_idx ON public.schedules USING btree (next_run_at);
CREATE INDEX schedules_team_id_created_at_idx ON public.schedules USING btree (team_id, created_at);

CREATE TABLE teams (
  id uuid NOT NULL,
  name text NOT NULL,
  max_concurrency integer,
  created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  credits_limited boolean NOT NULL DEFAULT false,
  jobs_per_minute integer,
  scrapes_per_minute integer,
  zero_data_retention boolean NOT NULL DEFAULT false,
  disabled_at timestamp(3) with time zone,
  webhook_secret_version integer NOT NULL DEFAULT 1,
  previous_webhook_secret_until timestamp(3) with time zone,
  declared_credits integer NOT NULL DEFAULT 0,
  is_declared boolean NOT NULL DEFAULT false,
  allowed_hosts text[] DEFAULT ARRAY[]::text[],
  closed_hosts text[] DEFAULT ARRAY[]::text[],
  encrypted_webhook_secret text,
  previous_encrypted_webhook_secret text,
  retention_hours integer,
  CONSTRAINT teams_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX teams_name_key ON public.teams USING btree (name);

CREATE TABLE usage_days (
  team_id uuid NOT NULL,
  day date NOT NULL,
  api_key_id uuid NOT NULL,
  requests bigint NOT NULL DEFAULT 0,
  pages bigint NOT NULL DEFAULT 0,
  credits bigint NOT NULL DEFAULT 0,
  CONSTRAINT usage_days_pkey PRIMARY KEY (team_id, day, api_key_id)
);

CREATE TABLE webhook_attempts (
  event_id uuid NOT NULL,
  attempt integer NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  duration_ms integer NOT NULL,
  status integer,
  error text,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (event_id, attempt),
  CONSTRAINT webhook_attempts_event_id_fkey FOREIGN KEY (event_id) REFERENCES webhook_events(id) ON UPDATE CASCADE ON DELETE CASCADE
);

CREATE TABLE webhook_events (
  id uuid NOT NULL,
  job_id uuid NOT NULL,
  team_id uuid NOT NULL,
  sequence integer NOT NULL,
  type text NOT NULL,
  page_id uuid,
  error text,
  state text NOT NULL DEFAULT 'pending'::text,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  claimed_until timestamp(3) with time zone,
  last_status integer,
  last_error text,
  created_at timestamp(3) with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  delivered_at timestamp(3) with time zone,
  attempts_before integer NOT NULL DEFAULT 0,
  endpoint text,
  is_first boolean NOT NULL DEFAULT false,
  traceparent text,
  CONSTRAINT webhook_events_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_events_due_idx ON public.webhook_events USING btree ((
CASE
    WHEN ((state = 'pending'::text) AND is_first) THEN team_id
    ELSE NULL::uuid
END), next_attempt_at) WHERE (
CASE
    WHEN ((state = 'pending'::text) AND is_first) THEN team_id
    ELSE NULL::uuid
END IS NOT NULL);
CREATE UNIQUE INDEX webhook_events_of_job_idx ON public.webhook_events USING btree (uuid_send(job_id), sequence);
CREATE INDEX webhook_events_of_team_idx ON public.webhook_events USING btree ((((state || ' '::text) || (team_id)::text)), job_id, sequence);
CREATE INDEX webhook_events_state_job_id_sequence_idx ON public.webhook_events USING btree (state, job_id, sequence);
CREATE INDEX webhook_events_team_id_state_created_at_id_idx ON public.webhook_events USING btree (team_id, state, created_at, id);
