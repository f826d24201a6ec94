-- AlterTable
ALTER TABLE "schedule_runs" ADD COLUMN     "compare_after" TIMESTAMPTZ(3),
ADD COLUMN     "failed_comparisons" INTEGER NOT NULL DEFAULT 0;
