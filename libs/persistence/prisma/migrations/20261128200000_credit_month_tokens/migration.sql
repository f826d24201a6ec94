-- AlterTable
ALTER TABLE "credit_months" ADD COLUMN     "tokens" BIGINT NOT NULL DEFAULT 0;
