-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "disabled_at" TIMESTAMPTZ(3);
