-- CreateIndex
CREATE INDEX "idempotency_keys_job_id_idx" ON "idempotency_keys"("job_id");

-- CreateIndex
CREATE INDEX "pages_job_id_stored_at_id_idx" ON "pages"("job_id", "stored_at", "id") WHERE (state = 'failed');

-- Last: it keeps every reader of the table away until the migration is done.
DROP INDEX "pages_job_id_state_idx";
