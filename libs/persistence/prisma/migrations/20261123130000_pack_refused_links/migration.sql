-- CreateTable
CREATE TABLE "frontier_refusals" (
    "job_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "last_ordinal" INTEGER NOT NULL,
    "found_on" UUID,
    "depth" INTEGER NOT NULL,
    "is_hidden" BOOLEAN NOT NULL,
    "refused_at" TIMESTAMPTZ(3) NOT NULL,
    "ordinals" INTEGER[],
    "urls" TEXT[],
    "source_urls" TEXT[],
    "hashes" BIGINT[],
    "page_keys" BYTEA[],

    CONSTRAINT "frontier_refusals_pkey" PRIMARY KEY ("job_id","reason","last_ordinal")
);

-- Looking for a URL reads the hashes of all rows of a job: they stay beside the row, and the texts leave it first.
ALTER TABLE "frontier_refusals" ALTER COLUMN "hashes" SET STORAGE MAIN;

-- Counters of a running job change with every page. Room beside the row keeps its versions in the same block, and out of
-- the indexes.
ALTER TABLE "frontier_jobs" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);
ALTER TABLE "jobs" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 200);

-- A page changes its state some three times in its life.
ALTER TABLE "frontier_pages" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05);
