import type { Database } from '../database';

/** The hold is not lengthened by less: a reader asks for many pages a minute. */
const MIN_GAIN_MS = 60_000;

/**
 * Notes that somebody is reading an ended job with zeroDataRetention who has not come to its end: what is stored of it
 * is held for `holdMs` from now, until the job expires at the longest.
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
