-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "declared_credits" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "is_declared" BOOLEAN NOT NULL DEFAULT false;
