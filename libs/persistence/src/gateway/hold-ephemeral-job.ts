import type { Database } from '../database';

/** Minimum extension, because readers request many pages per minute. */
const MIN_GAIN_MS = 60_000;

/**
 * Extends the hold of an ended ephemeral job while its documents are being read: `holdMs` from now, limited by its
 * expiry.
 */
export async function holdEphemeralJob(
  database: Database,
  { jobId, holdMs }: { jobId: string; holdMs: number },
): Promise<void> {
  const gainMs = Math.min(MIN_GAIN_MS, holdMs / 2);
  await database.$executeRaw`
    UPDATE jobs SET erase_due_at = least(now() + ${holdMs}::float8 * interval '1 millisecond', expires_at)
    WHERE id = ${jobId}::uuid AND state <> 'scraping' AND erased_at IS NULL
      AND erase_due_at < least(now() + ${holdMs - gainMs}::float8 * interval '1 millisecond', expires_at)`;
}
