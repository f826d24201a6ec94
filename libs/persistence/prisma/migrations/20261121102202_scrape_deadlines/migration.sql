-- AlterTable
ALTER TABLE "jobs" ADD COLUMN     "deadline_at" TIMESTAMPTZ(3),
ADD COLUMN     "started_at" TIMESTAMPTZ(3);

-- Scrapes that are under way: their time by their specs (see deadlineMs), and a place of their team's, as whoever
-- accepted them does not write down that they got one.
UPDATE "jobs" SET
  "started_at" = "created_at",
  "deadline_at" = "created_at" + make_interval(secs => (
    ("spec"->'scrape'->>'timeoutMs')::bigint + ("spec"->'scrape'->>'waitForMs')::bigint
    + (SELECT coalesce(sum(coalesce((a->>'milliseconds')::bigint, 1000)), 0)
       FROM jsonb_array_elements("spec"->'scrape'->'actions') a WHERE a->>'type' = 'wait')) / 1000.0)
WHERE "kind" = 'scrape' AND "state" = 'scraping';

-- Batches that run since before their URLs were counted.
UPDATE "jobs" SET "named_urls" = lists.urls
FROM (SELECT "job_id", sum(jsonb_array_length("urls"))::int AS urls FROM "job_url_lists" GROUP BY "job_id") lists
WHERE "jobs"."id" = lists."job_id" AND "jobs"."kind" = 'batch' AND "jobs"."state" = 'scraping'
  AND "jobs"."named_urls" <> lists.urls;
