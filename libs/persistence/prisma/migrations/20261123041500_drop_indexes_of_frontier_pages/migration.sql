-- Who waits for this lock keeps every reader of the table waiting behind it: not long, it is tried again.
SET LOCAL lock_timeout = '3s';
DROP INDEX "frontier_pages_job_id_state_host_due_at_ordinal_idx";
DROP INDEX "frontier_pages_job_id_state_reason_ordinal_idx";
DROP INDEX "frontier_pages_state_lease_until_idx";
