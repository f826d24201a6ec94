-- AlterTable
ALTER TABLE "frontier_jobs" ADD COLUMN     "sitemaps_unread" BOOLEAN NOT NULL DEFAULT false;
