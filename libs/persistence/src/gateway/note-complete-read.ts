import type { Database } from '../database';

/**
 * Notes that a caller has been sent the last document of an ended job with zeroDataRetention: what is stored of it is
 * erased now. `completed` is how many documents there were for the reader; when there are more by now, nothing is noted.
 */
export async function noteCompleteRead(
  database: Database,
  { jobId, completed }: { jobId: string; completed: number },
): Promise<void> {
  await database.$executeRaw`
    UPDATE jobs SET erase_due_at = now()
    WHERE id = ${jobId}::uuid AND state <> 'scraping' AND completed = ${completed}::int
      AND erased_at IS NULL AND erase_due_at > now()`;
}
