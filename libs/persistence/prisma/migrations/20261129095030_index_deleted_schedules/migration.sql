-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "schedules_deleted_at_idx" ON "schedules"("deleted_at") WHERE (deleted_at IS NOT NULL);
