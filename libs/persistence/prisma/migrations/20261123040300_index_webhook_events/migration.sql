-- All events of a job, which may have each number once, and what is due.
CREATE UNIQUE INDEX "webhook_events_of_job_idx" ON "webhook_events" ((uuid_send("job_id")), "sequence");
CREATE INDEX "webhook_events_due_idx" ON "webhook_events"
  ((CASE WHEN "state" = 'pending' AND "is_first" THEN "team_id" END), "next_attempt_at")
  WHERE (CASE WHEN "state" = 'pending' AND "is_first" THEN "team_id" END) IS NOT NULL;
