-- The failures of a job.
CREATE INDEX "pages_failures_idx" ON "pages" ((CASE WHEN "state" = 'failed' THEN "job_id" END), "stored_at", "id")
  WHERE (CASE WHEN "state" = 'failed' THEN "job_id" END) IS NOT NULL;
