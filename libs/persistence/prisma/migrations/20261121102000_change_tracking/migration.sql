-- AlterTable
ALTER TABLE "frontier_jobs" ADD COLUMN     "recall" TEXT;

-- AlterTable
ALTER TABLE "frontier_pages" ADD COLUMN     "is_hidden" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "pages" ADD COLUMN     "plain_hash" BIGINT;

-- CreateTable
CREATE TABLE "page_history" (
    "team_id" UUID NOT NULL,
    "key" BYTEA NOT NULL,
    "page_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "scraped_at" TIMESTAMPTZ(3) NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "markdown" BYTEA NOT NULL,
    "bytes" INTEGER NOT NULL,

    CONSTRAINT "page_history_pkey" PRIMARY KEY ("team_id","key")
);

-- CreateTable
CREATE TABLE "page_history_crawls" (
    "crawl" BYTEA NOT NULL,
    "key" BYTEA NOT NULL,
    "team_id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,
    "depth" INTEGER NOT NULL,

    CONSTRAINT "page_history_crawls_pkey" PRIMARY KEY ("crawl","key")
);

-- CreateIndex
CREATE INDEX "page_history_team_id_scraped_at_bytes_idx" ON "page_history"("team_id", "scraped_at", "bytes");

-- CreateIndex
CREATE INDEX "page_history_crawls_team_id_key_seen_at_idx" ON "page_history_crawls"("team_id", "key", "seen_at");

-- CreateIndex
CREATE INDEX "pages_plain_hash_stored_at_idx" ON "pages"("plain_hash", "stored_at") WHERE (plain_hash IS NOT NULL);

-- AddForeignKey
ALTER TABLE "page_history_crawls" ADD CONSTRAINT "page_history_crawls_team_id_key_fkey" FOREIGN KEY ("team_id", "key") REFERENCES "page_history"("team_id", "key") ON DELETE CASCADE ON UPDATE CASCADE;

-- Versions arrive compressed: Postgres would only spend time on trying again.
ALTER TABLE "page_history" ALTER COLUMN "markdown" SET STORAGE EXTERNAL;
