-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "webhook_secret_version" INTEGER NOT NULL DEFAULT 0,
                    ADD COLUMN     "previous_webhook_secret_until" TIMESTAMPTZ(3);
-- Teams that exist keep version 0: their receivers verify with WEBHOOK_SECRET. New teams get a secret of their own.
ALTER TABLE "teams" ALTER COLUMN "webhook_secret_version" SET DEFAULT 1;
