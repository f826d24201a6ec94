-- outside a transaction
-- As stateOfTeam of src/index-keys.ts writes it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "webhook_events_of_team_idx" ON "webhook_events"
  (("state" || ' ' || "team_id"::text), "job_id", "sequence");
