-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN     "attempts_before" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "event_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" INTEGER,
    "error" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("event_id","attempt")
);

-- CreateIndex
CREATE INDEX "webhook_events_team_id_state_created_at_id_idx" ON "webhook_events"("team_id", "state", "created_at", "id");

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "webhook_events"("id") ON DELETE CASCADE ON UPDATE CASCADE;
