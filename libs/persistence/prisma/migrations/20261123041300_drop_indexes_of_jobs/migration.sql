-- Who waits for this lock keeps every reader of the table waiting behind it: not long, it is tried again.
SET LOCAL lock_timeout = '3s';
DROP INDEX "jobs_team_id_state_completed_at_idx";
