-- outside a transaction
-- As stateOfTeam of src/index-keys.ts writes it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS "jobs_of_team_idx" ON "jobs"
  (("state" || ' ' || "team_id"::text), "created_at" DESC, "id");
