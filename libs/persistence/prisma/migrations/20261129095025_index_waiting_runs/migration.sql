-- outside a transaction
-- As waitingRunOf of src/index-keys.ts writes it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "schedule_runs_waiting_idx" ON "schedule_runs"
  ((CASE WHEN "ended_at" IS NULL AND "job_id" IS NULL AND "collected_at" IS NULL THEN "state" END), "planned_at")
  WHERE CASE WHEN "ended_at" IS NULL AND "job_id" IS NULL AND "collected_at" IS NULL THEN "state" END IS NOT NULL;
