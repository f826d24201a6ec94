-- AlterTable
ALTER TABLE "frontier_pages" ADD COLUMN IF NOT EXISTS "is_start" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "frontier_hosts" ADD COLUMN IF NOT EXISTS "paced_until" TIMESTAMPTZ(3);

-- DropIndex
DROP INDEX IF EXISTS "frontier_pages_job_id_state_due_at_ordinal_idx";

-- CreateIndex
CREATE INDEX IF NOT EXISTS "frontier_pages_job_id_state_host_due_at_ordinal_idx" ON "frontier_pages"("job_id", "state", "host", "due_at", "ordinal");

-- CreateIndex
CREATE INDEX IF NOT EXISTS "frontier_pages_job_id_state_reason_ordinal_idx" ON "frontier_pages"("job_id", "state", "reason", "ordinal");
