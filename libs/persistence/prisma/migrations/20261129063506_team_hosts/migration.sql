-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "allowed_hosts" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "closed_hosts" TEXT[] DEFAULT ARRAY[]::TEXT[];
