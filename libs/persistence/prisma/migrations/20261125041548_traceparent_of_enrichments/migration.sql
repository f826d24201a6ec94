-- AlterTable
ALTER TABLE "enrichments" ADD COLUMN     "traceparent" TEXT;
