-- The few jobs that run. Nothing that changes with every page is in an index of the table, and its pages keep room for
-- new versions of their rows: an update then leaves nothing behind that only a vacuum takes away.
CREATE INDEX "frontier_jobs_running_idx" ON "frontier_jobs"("team_id") WHERE (state = 'running');
ALTER TABLE "frontier_jobs" SET (fillfactor = 40, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);
