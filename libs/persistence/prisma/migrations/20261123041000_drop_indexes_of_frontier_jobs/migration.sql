-- Who waits for this lock keeps every reader of the table waiting behind it: not long, it is tried again.
SET LOCAL lock_timeout = '3s';
DROP INDEX "frontier_jobs_state_last_leased_at_idx";
