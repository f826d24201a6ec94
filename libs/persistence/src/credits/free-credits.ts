import type { Transaction } from '../database';

/**
 * Makes this the only transaction that accepts work for the team until it ends: what it counts is what is there.
 * Answers how many credits are free, for a team whose credits are limited; null where they are not.
 */
export async function lockFreeCredits(transaction: Transaction, teamId: string): Promise<number | null> {
  const [team] = await transaction.$queryRaw<{ limited: boolean }[]>`
    SELECT credits_limited AS limited FROM teams WHERE id = ${teamId}::uuid FOR NO KEY UPDATE`;
  if (team === undefined || !team.limited) return null;
  // The balance, less one credit for each page that is promised and not yet stored: URLs that were named, and what
  // a running crawl has admitted. What a page costs beyond one is not known before it is there.
  const rows = await transaction.$queryRaw<{ free: number }[]>`
    SELECT (
      (SELECT coalesce(sum(granted - used), 0) FROM credit_months WHERE team_id = ${teamId}::uuid)
      - (SELECT coalesce(sum(greatest(
                CASE WHEN j.kind = 'crawl' THEN coalesce(f.queued + f.leased + f.done - j.completed, 1)
                     ELSE j.named_urls - j.completed - j.failed END, 0)), 0)
         FROM jobs j LEFT JOIN frontier_jobs f ON f.id = j.id
         WHERE j.team_id = ${teamId}::uuid AND j.state = 'scraping' AND j.cancel_requested_at IS NULL)
    )::float8 AS free`;
  return rows[0]?.free ?? 0;
}
