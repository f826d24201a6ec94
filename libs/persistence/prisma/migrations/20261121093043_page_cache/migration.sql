-- CreateTable
-- Unlogged: what is in it may be lost, and half of what a crawl writes goes here.
CREATE UNLOGGED TABLE "page_cache" (
    "key" BYTEA NOT NULL,
    "look" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL,
    "succeeded" BOOLEAN NOT NULL,
    "url" TEXT NOT NULL,
    "is_pdf" BOOLEAN NOT NULL,
    "failures" INTEGER NOT NULL,
    "captured_at" TIMESTAMPTZ(3) NOT NULL,
    "capture" JSON NOT NULL,
    "body_hash" BYTEA,
    "body" BYTEA,
    "screenshot" BYTEA,
    "bytes" INTEGER NOT NULL,

    CONSTRAINT "page_cache_pkey" PRIMARY KEY ("key","look","verified","succeeded")
);

-- CreateIndex
-- With the sizes, so that the sum of them is read here and not from all over the table.
CREATE INDEX "page_cache_captured_at_bytes_idx" ON "page_cache"("captured_at", "bytes");

-- Compressed already.
ALTER TABLE "page_cache" ALTER COLUMN "body" SET STORAGE EXTERNAL;
ALTER TABLE "page_cache" ALTER COLUMN "screenshot" SET STORAGE EXTERNAL;

-- Rows come and go all the time, and what they leave behind is to be used again before the table grows.
ALTER TABLE "page_cache" SET (autovacuum_vacuum_scale_factor = 0.05, toast.autovacuum_vacuum_scale_factor = 0.05);
