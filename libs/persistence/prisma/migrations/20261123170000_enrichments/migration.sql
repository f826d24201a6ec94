-- CreateTable
CREATE TABLE "enrichments" (
    "page_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "team_id" UUID NOT NULL,
    "epoch" INTEGER NOT NULL,
    "is_urgent" BOOLEAN NOT NULL,
    "message" BYTEA NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "claimed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "enrichments_pkey" PRIMARY KEY ("page_id")
);

-- CreateIndex
CREATE INDEX "enrichments_job_id_idx" ON "enrichments"("job_id");

-- CreateIndex
CREATE INDEX "enrichments_is_urgent_team_id_created_at_idx" ON "enrichments"("is_urgent", "team_id", "created_at");

-- What it holds is packed already.
ALTER TABLE "enrichments" ALTER COLUMN "message" SET STORAGE EXTERNAL;
