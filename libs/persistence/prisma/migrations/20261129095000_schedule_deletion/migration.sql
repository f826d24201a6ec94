-- AlterTable
ALTER TABLE "schedules" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "unplannable_reason" TEXT;
