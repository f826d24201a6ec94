-- Who waits for this lock keeps every reader of the table waiting behind it: not long, it is tried again.
SET LOCAL lock_timeout = '3s';
DROP INDEX "pages_job_id_stored_at_id_idx";
