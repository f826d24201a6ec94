-- Jobs of a team: those that run, and when one last completed.
CREATE INDEX "jobs_running_idx" ON "jobs" ((CASE WHEN "state" = 'scraping' THEN "team_id" END), "created_at")
  WHERE (CASE WHEN "state" = 'scraping' THEN "team_id" END) IS NOT NULL;
CREATE INDEX "jobs_completed_idx" ON "jobs" ((CASE WHEN "state" = 'completed' THEN "team_id" END), "completed_at")
  WHERE (CASE WHEN "state" = 'completed' THEN "team_id" END) IS NOT NULL;
ALTER TABLE "jobs" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
