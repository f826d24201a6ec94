-- Versions of a team by age, with the bytes and the team, so that sums are read from here alone.
CREATE INDEX "page_history_by_age_idx" ON "page_history" ((uuid_send("team_id")), "scraped_at", "bytes") INCLUDE ("team_id");
