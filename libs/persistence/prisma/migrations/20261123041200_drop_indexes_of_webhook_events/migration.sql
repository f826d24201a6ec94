-- Who waits for this lock keeps every reader of the table waiting behind it: not long, it is tried again.
SET LOCAL lock_timeout = '3s';
DROP INDEX "webhook_events_job_id_sequence_key";
DROP INDEX "webhook_events_team_id_next_attempt_at_idx";
