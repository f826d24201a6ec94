import type { Database } from '../database';

/** The hold is extended by no less than this: a reader requests many pages a minute. */
const MIN_GAIN_MS = 60_000;

/**
 * Notes that a caller is still reading an ended job with zeroDataRetention: its documents are kept for `holdMs` from
 * now, but not past the job's expiry.
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
