-- outside a transaction
-- As openRunOf of src/index-keys.ts writes it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "schedule_runs_open_of_schedule_idx" ON "schedule_runs"
  ((CASE WHEN "ended_at" IS NULL THEN "schedule_id" END), "state")
  WHERE CASE WHEN "ended_at" IS NULL THEN "schedule_id" END IS NOT NULL;
