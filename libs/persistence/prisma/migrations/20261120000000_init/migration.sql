-- CreateTable
CREATE TABLE "teams" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "max_concurrency" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "teams_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "jobs" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'scraping',
    "spec" JSONB NOT NULL,
    "origin" TEXT,
    "integration" TEXT,
    "webhook" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cancel_requested_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "error" TEXT,
    "completed" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "credits_used" INTEGER NOT NULL DEFAULT 0,
    "settled_pages" INTEGER,
    "settled_url_lists" INTEGER,
    "settled_reason" TEXT,
    "settled_at" TIMESTAMPTZ(3),
    "webhook_sequence" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_url_lists" (
    "job_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "urls" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "job_url_lists_pkey" PRIMARY KEY ("job_id","position")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "team_id" UUID NOT NULL,
    "key" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("team_id","key")
);

-- CreateTable
CREATE TABLE "frontier_jobs" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'running',
    "origin_url" TEXT,
    "limit" INTEGER,
    "admitted" INTEGER NOT NULL DEFAULT 0,
    "queued" INTEGER NOT NULL DEFAULT 0,
    "leased" INTEGER NOT NULL DEFAULT 0,
    "done" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "known" INTEGER NOT NULL DEFAULT 0,
    "url_lists_taken" INTEGER NOT NULL DEFAULT 0,
    "seeding_until" TIMESTAMPTZ(3),
    "max_concurrency" INTEGER,
    "delay_ms" INTEGER,
    "next_lease_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_leased_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cancelled_at" TIMESTAMPTZ(3),
    "settled_at" TIMESTAMPTZ(3),
    "settled_reason" TEXT,
    "error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "frontier_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "frontier_pages" (
    "id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "source_url" TEXT NOT NULL,
    "dedup_hash" BYTEA NOT NULL,
    "host" TEXT NOT NULL,
    "depth" INTEGER NOT NULL,
    "is_start" BOOLEAN NOT NULL DEFAULT false,
    "state" TEXT NOT NULL,
    "epoch" INTEGER NOT NULL DEFAULT 0,
    "attempt" INTEGER NOT NULL DEFAULT 0,
    "deferrals" INTEGER NOT NULL DEFAULT 0,
    "redirects" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "reason" TEXT,
    "message" TEXT,
    "found_on" UUID,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "frontier_pages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "frontier_hosts" (
    "host" TEXT NOT NULL,
    "next_fetch_at" TIMESTAMPTZ(3) NOT NULL,
    "paced_until" TIMESTAMPTZ(3),

    CONSTRAINT "frontier_hosts_pkey" PRIMARY KEY ("host")
);

-- CreateTable
CREATE TABLE "pages" (
    "id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "ordinal" INTEGER,
    "state" TEXT NOT NULL,
    "epoch" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "source_url" TEXT NOT NULL,
    "depth" INTEGER NOT NULL,
    "status_code" INTEGER,
    "engine" TEXT,
    "reason" TEXT,
    "message" TEXT,
    "credits_used" INTEGER NOT NULL DEFAULT 0,
    "stored_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "documents" (
    "page_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "metadata" JSON NOT NULL,
    "content" BYTEA NOT NULL,
    "json_bytes" INTEGER NOT NULL,

    CONSTRAINT "documents_pkey" PRIMARY KEY ("page_id")
);

-- CreateTable
CREATE TABLE "webhook_events" (
    "id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "sequence" INTEGER NOT NULL,
    "type" TEXT NOT NULL,
    "page_id" UUID,
    "error" TEXT,
    "state" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "claimed_until" TIMESTAMPTZ(3),
    "last_status" INTEGER,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_events_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "teams_name_key" ON "teams"("name");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "jobs_team_id_state_completed_at_idx" ON "jobs"("team_id", "state", "completed_at");

-- CreateIndex
CREATE INDEX "jobs_state_created_at_idx" ON "jobs"("state", "created_at");

-- CreateIndex
CREATE INDEX "jobs_expires_at_idx" ON "jobs"("expires_at");

-- CreateIndex
CREATE INDEX "frontier_jobs_state_last_leased_at_idx" ON "frontier_jobs"("state", "last_leased_at");

-- CreateIndex
CREATE INDEX "frontier_pages_job_id_state_host_due_at_ordinal_idx" ON "frontier_pages"("job_id", "state", "host", "due_at", "ordinal");

-- CreateIndex
CREATE INDEX "frontier_pages_job_id_state_reason_ordinal_idx" ON "frontier_pages"("job_id", "state", "reason", "ordinal");

-- CreateIndex
CREATE INDEX "frontier_pages_state_lease_until_idx" ON "frontier_pages"("state", "lease_until");

-- CreateIndex
CREATE UNIQUE INDEX "frontier_pages_job_id_dedup_hash_key" ON "frontier_pages"("job_id", "dedup_hash");

-- CreateIndex
CREATE INDEX "frontier_hosts_next_fetch_at_idx" ON "frontier_hosts"("next_fetch_at");

-- CreateIndex
CREATE INDEX "pages_job_id_state_idx" ON "pages"("job_id", "state");

-- CreateIndex
CREATE UNIQUE INDEX "pages_job_id_ordinal_key" ON "pages"("job_id", "ordinal");

-- CreateIndex
CREATE INDEX "documents_job_id_idx" ON "documents"("job_id");

-- CreateIndex
CREATE INDEX "webhook_events_state_job_id_sequence_idx" ON "webhook_events"("state", "job_id", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_events_job_id_sequence_key" ON "webhook_events"("job_id", "sequence");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_team_id_fkey" FOREIGN KEY ("team_id") REFERENCES "teams"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Documents arrive compressed: Postgres would only spend time on trying again.
ALTER TABLE "documents" ALTER COLUMN "content" SET STORAGE EXTERNAL;
