import type { Database } from '../database';

/** Records a cancellation. False if the job has ended or was cancelled before. */
export async function requestCancel(database: Database, jobId: string): Promise<boolean> {
  const changed = await database.$executeRaw`
    UPDATE jobs SET cancel_requested_at = now()
    WHERE id = ${jobId}::uuid AND state = 'scraping' AND cancel_requested_at IS NULL`;
  return changed === 1;
}
