-- A statement finds its rows by one index, because no other can serve it: what statistics say of a new job, which is
-- nothing, then decides nothing. See src/index-keys.ts. The release before this one goes on beside it: what it looks up
-- stays correct, and what it inserts is in the new indexes. Indexes of one table a migration, and what is dropped apart:
-- who holds the lock of one table and waits for another's, or for a stronger one, blocks services that wait for it.

-- By job and dedup hash in one key, by the queue that a page stands in, by its lease, and by job for lists.
CREATE UNIQUE INDEX "frontier_pages_page_key_idx" ON "frontier_pages"
  ((uuid_send("job_id") || substring("dedup_hash" FROM 1 FOR 16)));
CREATE INDEX "frontier_pages_queue_idx" ON "frontier_pages"
  ((CASE WHEN "state" = 'queued' THEN "job_id" END), "host", "due_at", "ordinal")
  WHERE (CASE WHEN "state" = 'queued' THEN "job_id" END) IS NOT NULL;
CREATE INDEX "frontier_pages_list_idx" ON "frontier_pages"
  ((uuid_send("job_id")), "state", (coalesce("reason", '')), "ordinal");
CREATE INDEX "frontier_pages_lease_until_idx" ON "frontier_pages"("lease_until") WHERE (state = 'leased');
