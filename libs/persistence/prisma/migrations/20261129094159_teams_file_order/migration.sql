-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "encrypted_webhook_secret" TEXT,
ADD COLUMN     "previous_encrypted_webhook_secret" TEXT;

-- CreateTable
CREATE TABLE "applied_teams_files" (
    "sequence" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "generation" INTEGER NOT NULL,
    "applied_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "applied_teams_files_pkey" PRIMARY KEY ("sequence")
);

-- CreateIndex
CREATE UNIQUE INDEX "applied_teams_files_digest_key" ON "applied_teams_files"("digest");
