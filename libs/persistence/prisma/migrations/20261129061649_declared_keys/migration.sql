-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "is_declared" BOOLEAN NOT NULL DEFAULT false;
