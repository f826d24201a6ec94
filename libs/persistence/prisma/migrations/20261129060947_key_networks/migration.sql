-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "networks" TEXT[] DEFAULT ARRAY[]::TEXT[];
