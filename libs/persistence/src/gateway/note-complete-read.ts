import type { Database } from '../database';

/**
 * Notes that a caller received the last document of an ended job with zeroDataRetention: its documents are erased
 * `graceMs` later. `completed` is the number of documents that the caller saw; when there are more by now, nothing is
 * noted. Nor is it while a webhook event with one of its documents has not been tried: then the hold stands.
 */
export async function noteCompleteRead(
  database: Database,
  { jobId, completed, graceMs }: { jobId: string; completed: number; graceMs: number },
): Promise<void> {
  await database.$executeRaw`
    UPDATE jobs SET erase_due_at = now() + ${graceMs}::float8 * interval '1 millisecond'
    WHERE id = ${jobId}::uuid AND state <> 'scraping' AND completed = ${completed}::int
      AND erased_at IS NULL AND erase_due_at > now() + ${graceMs}::float8 * interval '1 millisecond'
      AND NOT EXISTS (
        SELECT 1 FROM webhook_events e
        WHERE e.state = 'pending' AND e.job_id = jobs.id AND e.page_id IS NOT NULL AND e.attempts = 0)`;
}
