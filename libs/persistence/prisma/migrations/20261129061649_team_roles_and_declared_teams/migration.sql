-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "is_declared" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "console_sessions" ADD COLUMN     "roles" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "teams" ADD COLUMN     "declared_credits" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "is_declared" BOOLEAN NOT NULL DEFAULT false;
