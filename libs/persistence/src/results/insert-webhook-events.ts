import type { Transaction } from '../database';

/** An event that is to be sent. Its row and the change it tells of belong in one transaction. */
export interface NewWebhookEvent {
  id: string;
  jobId: string;
  teamId: string;
  /** Per job, without gaps, from 1. */
  sequence: number;
  /** crawl.started, batch_scrape.page, … */
  type: string;
  pageId: string | null;
  error: string | null;
}

export async function insertWebhookEvents(
  transaction: Transaction,
  events: readonly NewWebhookEvent[],
  createdAt: Date,
): Promise<void> {
  if (events.length === 0) return;
  await transaction.$executeRaw`
    INSERT INTO webhook_events (id, job_id, team_id, sequence, type, page_id, error, created_at, next_attempt_at)
    SELECT n.*, ${createdAt}::timestamptz, ${createdAt}::timestamptz
    FROM unnest(
      ${events.map((event) => event.id)}::uuid[], ${events.map((event) => event.jobId)}::uuid[],
      ${events.map((event) => event.teamId)}::uuid[], ${events.map((event) => event.sequence)}::int[],
      ${events.map((event) => event.type)}::text[], ${events.map((event) => event.pageId)}::uuid[],
      ${events.map((event) => event.error)}::text[]) AS n`;
}
