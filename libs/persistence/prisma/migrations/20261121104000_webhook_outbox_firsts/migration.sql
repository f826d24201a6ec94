-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN     "endpoint" TEXT,
ADD COLUMN     "is_first" BOOLEAN NOT NULL DEFAULT false;

-- One row a job that waits; the others are written when their turn comes. The endpoint as URL.host writes it, but for
-- names that are not ASCII and the like: another name for it does no harm until these events are sent.
WITH "firsts" AS MATERIALIZED (
  SELECT "job_id", min("sequence") AS "sequence" FROM "webhook_events" WHERE "state" = 'pending' GROUP BY "job_id"
)
UPDATE "webhook_events" e SET
  "is_first" = true,
  "endpoint" = lower(regexp_replace(
    substring(j."webhook"->>'url' FROM '^[A-Za-z]+:[/\\]+(?:[^/?#\\]*@)?([^/?#\\@]*)'),
    CASE WHEN j."webhook"->>'url' ILIKE 'https:%' THEN ':443$' ELSE ':80$' END, ''))
FROM "firsts", "jobs" j
WHERE e."job_id" = "firsts"."job_id" AND e."sequence" = "firsts"."sequence" AND j."id" = e."job_id";

-- What is due is found in this index, and nothing else is in it.
CREATE INDEX "webhook_events_team_id_next_attempt_at_idx" ON "webhook_events"("team_id", "next_attempt_at")
WHERE "state" = 'pending' AND "is_first";
