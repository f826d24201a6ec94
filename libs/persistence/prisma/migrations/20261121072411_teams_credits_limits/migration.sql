-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "jobs" ADD COLUMN     "api_key_id" UUID,
ADD COLUMN     "named_urls" INTEGER NOT NULL DEFAULT 1;

-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "credits_limited" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "jobs_per_minute" INTEGER,
ADD COLUMN     "scrapes_per_minute" INTEGER;

-- CreateTable
CREATE TABLE "credit_entries" (
    "id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "api_key_id" UUID,
    "job_id" UUID,
    "kind" TEXT NOT NULL,
    "amount" INTEGER NOT NULL,
    "note" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credit_months" (
    "team_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "api_key_id" UUID NOT NULL,
    "granted" BIGINT NOT NULL DEFAULT 0,
    "used" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "credit_months_pkey" PRIMARY KEY ("team_id","month","api_key_id")
);

-- CreateTable
CREATE TABLE "rate_windows" (
    "team_id" UUID NOT NULL,
    "class" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "consumed" INTEGER NOT NULL,

    CONSTRAINT "rate_windows_pkey" PRIMARY KEY ("team_id","class")
);

-- CreateIndex
CREATE INDEX "credit_entries_kind_created_at_idx" ON "credit_entries"("kind", "created_at");
