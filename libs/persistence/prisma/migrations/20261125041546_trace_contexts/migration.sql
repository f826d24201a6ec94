-- AlterTable
ALTER TABLE "enrichments" ADD COLUMN     "traceparent" TEXT;

-- AlterTable
ALTER TABLE "jobs" ADD COLUMN     "traceparent" TEXT;

-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN     "traceparent" TEXT;
