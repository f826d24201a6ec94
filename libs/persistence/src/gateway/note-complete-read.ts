import type { Database } from '../database';

/**
 * Schedules the erasure of an ended ephemeral job `graceMs` after its last document was read. Not if it has more than
 * `completed` documents by now, or an untried webhook event with a document.
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
