-- AlterTable
ALTER TABLE "frontier_jobs" ADD COLUMN     "erased_urls" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "job_erasures" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "api_key_id" UUID,
    "actor" TEXT NOT NULL,
    "request_id" TEXT,
    "context" JSONB,
    "completed_at" TIMESTAMPTZ(3),
    "documents" INTEGER NOT NULL DEFAULT 0,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "url_lists" INTEGER NOT NULL DEFAULT 0,
    "frontier_urls" INTEGER NOT NULL DEFAULT 0,
    "cached_pages" INTEGER NOT NULL DEFAULT 0,
    "versions" INTEGER NOT NULL DEFAULT 0,
    "enrichments" INTEGER NOT NULL DEFAULT 0,
    "objects" INTEGER NOT NULL DEFAULT 0,
    "webhook_targets" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "job_erasures_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "job_erasures_open_idx" ON "job_erasures"("requested_at") WHERE (completed_at IS NULL);
