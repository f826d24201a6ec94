-- AlterTable
ALTER TABLE "pages" ADD COLUMN     "fingerprint" BYTEA,
ADD COLUMN     "page_key" BYTEA;

-- CreateTable
CREATE TABLE "schedules" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "api_key_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "cron" TEXT NOT NULL,
    "timezone" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "overlap" TEXT NOT NULL,
    "missed_runs" TEXT NOT NULL,
    "webhook" JSONB,
    "address" TEXT NOT NULL,
    "paused" BOOLEAN NOT NULL DEFAULT false,
    "next_run_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "schedules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "schedule_runs" (
    "id" UUID NOT NULL,
    "schedule_id" UUID NOT NULL,
    "planned_at" TIMESTAMPTZ(3) NOT NULL,
    "trigger" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "job_id" UUID,
    "started_at" TIMESTAMPTZ(3),
    "collected_at" TIMESTAMPTZ(3),
    "is_partial" BOOLEAN NOT NULL DEFAULT false,
    "ended_at" TIMESTAMPTZ(3),
    "claimed_until" TIMESTAMPTZ(3),
    "error" TEXT,
    "is_baseline" BOOLEAN NOT NULL DEFAULT false,
    "added" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "removed" INTEGER NOT NULL DEFAULT 0,
    "same" INTEGER NOT NULL DEFAULT 0,
    "unknown" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "schedule_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "schedule_run_pages" (
    "run_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "page_key" BYTEA NOT NULL,
    "url" TEXT NOT NULL,
    "depth" INTEGER NOT NULL,
    "fingerprint" BYTEA,

    CONSTRAINT "schedule_run_pages_pkey" PRIMARY KEY ("run_id","state","page_key")
);

-- CreateIndex
CREATE INDEX "schedules_next_run_at_idx" ON "schedules"("next_run_at");

-- CreateIndex
CREATE INDEX "schedules_team_id_created_at_idx" ON "schedules"("team_id", "created_at");

-- CreateIndex
CREATE INDEX "schedule_runs_open_idx" ON "schedule_runs"("state", "planned_at") WHERE (ended_at IS NULL);

-- CreateIndex
CREATE INDEX "schedule_runs_ended_at_idx" ON "schedule_runs"("ended_at");

-- CreateIndex
CREATE UNIQUE INDEX "schedule_runs_schedule_id_planned_at_key" ON "schedule_runs"("schedule_id", "planned_at");

-- AddForeignKey
ALTER TABLE "schedule_runs" ADD CONSTRAINT "schedule_runs_schedule_id_fkey" FOREIGN KEY ("schedule_id") REFERENCES "schedules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "schedule_run_pages" ADD CONSTRAINT "schedule_run_pages_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "schedule_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;
