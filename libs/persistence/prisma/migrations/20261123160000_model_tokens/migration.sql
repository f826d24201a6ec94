-- AlterTable
ALTER TABLE "pages" ADD COLUMN     "completion_tokens" INTEGER,
ADD COLUMN     "prompt_tokens" INTEGER;
