-- CreateTable
CREATE TABLE "console_sessions" (
    "key_id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "person" TEXT NOT NULL,
    "team_ids" UUID[],

    CONSTRAINT "console_sessions_pkey" PRIMARY KEY ("key_id")
);

-- AddForeignKey
ALTER TABLE "console_sessions" ADD CONSTRAINT "console_sessions_key_id_fkey" FOREIGN KEY ("key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

