-- Rewrites no row. Keys of the releases before, and those that such a release adds, have the work of their team.
ALTER TABLE "api_keys" ADD COLUMN     "rights" TEXT[] DEFAULT ARRAY['team']::TEXT[];

-- CreateTable
CREATE TABLE "usage_days" (
    "team_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "api_key_id" UUID NOT NULL,
    "requests" BIGINT NOT NULL DEFAULT 0,
    "pages" BIGINT NOT NULL DEFAULT 0,
    "credits" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "usage_days_pkey" PRIMARY KEY ("team_id","day","api_key_id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "api_key_id" UUID,
    "actor" TEXT NOT NULL,
    "request_id" TEXT,
    "action" TEXT NOT NULL,
    "team_id" UUID,
    "target" TEXT NOT NULL,
    "changes" JSONB NOT NULL,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- As newestFirst of src/index-keys.ts writes it.
CREATE INDEX "audit_entries_of_team_idx" ON "audit_entries"("team_id", (-"id"));
