-- AlterTable
ALTER TABLE "console_sessions" ADD COLUMN     "roles" JSONB NOT NULL DEFAULT '{}';
