-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "retention_hours" INTEGER;
