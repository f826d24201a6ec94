-- A statement finds its rows by one index, because no other can serve it: what statistics say of a new job, which is
-- nothing, then decides nothing. See src/index-keys.ts. The release before this one goes on beside it: what it looks up
-- stays correct, and what it inserts is in the new indexes.

-- Pages of the frontier: by job and dedup hash in one key, by the queue that a page stands in, by its lease, and by job
-- for lists. What is unique of job and hash together is for the release before, whose ON CONFLICT names the two.
CREATE UNIQUE INDEX "frontier_pages_page_key_idx" ON "frontier_pages"
  ((substring(sha256(uuid_send("job_id") || "dedup_hash") FROM 1 FOR 16)));
CREATE UNIQUE INDEX "frontier_pages_dedup_hash_job_id_key" ON "frontier_pages"("dedup_hash", "job_id");
CREATE INDEX "frontier_pages_queue_idx" ON "frontier_pages"
  ((CASE WHEN "state" = 'queued' THEN "job_id" END), "host", "due_at", "ordinal")
  WHERE (CASE WHEN "state" = 'queued' THEN "job_id" END) IS NOT NULL;
CREATE INDEX "frontier_pages_list_idx" ON "frontier_pages" ("job_id", "state", (coalesce("reason", '')), "ordinal");
CREATE INDEX "frontier_pages_lease_until_idx" ON "frontier_pages"("lease_until") WHERE (state = 'leased');

-- Pages of results: the failures of a job.
CREATE INDEX "pages_failures_idx" ON "pages" ((CASE WHEN "state" = 'failed' THEN "job_id" END), "stored_at", "id")
  WHERE (CASE WHEN "state" = 'failed' THEN "job_id" END) IS NOT NULL;

-- Jobs of a team: those that run, and when one last completed.
CREATE INDEX "jobs_running_idx" ON "jobs" ((CASE WHEN "state" = 'scraping' THEN "team_id" END), "created_at")
  WHERE (CASE WHEN "state" = 'scraping' THEN "team_id" END) IS NOT NULL;
CREATE INDEX "jobs_completed_idx" ON "jobs" ((CASE WHEN "state" = 'completed' THEN "team_id" END), "completed_at")
  WHERE (CASE WHEN "state" = 'completed' THEN "team_id" END) IS NOT NULL;

-- Events: all of a job, which may have each number once, and what is due.
CREATE UNIQUE INDEX "webhook_events_of_job_idx" ON "webhook_events" ((uuid_send("job_id")), "sequence");
CREATE INDEX "webhook_events_due_idx" ON "webhook_events"
  ((CASE WHEN "state" = 'pending' AND "is_first" THEN "team_id" END), "next_attempt_at")
  WHERE (CASE WHEN "state" = 'pending' AND "is_first" THEN "team_id" END) IS NOT NULL;

-- Versions of a team by age, with the bytes and the team, so that sums are read from here alone.
CREATE INDEX "page_history_by_age_idx" ON "page_history" ((uuid_send("team_id")), "scraped_at", "bytes") INCLUDE ("team_id");

-- The few jobs that run. Nothing that changes with every page is in an index of the table, and its pages keep room for
-- new versions of their rows: an update then leaves nothing behind that only a vacuum takes away.
CREATE INDEX "frontier_jobs_running_idx" ON "frontier_jobs"("team_id") WHERE (state = 'running');
ALTER TABLE "frontier_jobs" SET (fillfactor = 40, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
ALTER TABLE "jobs" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);

-- Last: it keeps every reader of the tables away until the migration is done.
DROP INDEX "frontier_jobs_state_last_leased_at_idx";
DROP INDEX "page_history_team_id_scraped_at_bytes_idx";
DROP INDEX "webhook_events_job_id_sequence_key";
DROP INDEX "webhook_events_team_id_next_attempt_at_idx";
DROP INDEX "jobs_team_id_state_completed_at_idx";
DROP INDEX "pages_job_id_stored_at_id_idx";
DROP INDEX "frontier_pages_job_id_state_host_due_at_ordinal_idx";
DROP INDEX "frontier_pages_job_id_state_reason_ordinal_idx";
DROP INDEX "frontier_pages_state_lease_until_idx";
DROP INDEX "frontier_pages_job_id_dedup_hash_key";
