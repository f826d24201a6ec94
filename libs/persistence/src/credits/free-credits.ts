import type { Transaction } from '../database';
import { runningOf } from '../index-keys';

/** The credits of a team with a limit. */
export interface FreeCredits {
  /** The balance less what is held; below zero when pages cost more than was left. */
  free: number;
  /** For pages that are promised to running jobs and not stored yet, one credit each. */
  held: number;
}

/**
 * Makes this the only transaction that accepts work for the team until it ends, so that its count stays true. Null for
 * a team without a limit.
 */
export async function lockFreeCredits(transaction: Transaction, teamId: string): Promise<FreeCredits | null> {
  const [team] = await transaction.$queryRaw<{ limited: boolean }[]>`
    SELECT credits_limited AS limited FROM teams WHERE id = ${teamId}::uuid FOR NO KEY UPDATE`;
  if (team === undefined || !team.limited) return null;
  // Held credits: one for each URL that was named, for each page that the limit of an unsettled crawl still allows, and
  // for each page of a cancelled job that is being rendered. What a page costs beyond one credit is unknown before it
  // is stored.
  const rows = await transaction.$queryRaw<FreeCredits[]>`
    WITH held AS (
      SELECT coalesce(sum(greatest(CASE
               WHEN j.settled_at IS NOT NULL THEN j.settled_pages - j.completed - j.failed
               WHEN j.cancel_requested_at IS NOT NULL THEN coalesce(f.leased + f.done + f.failed, 0) - j.completed - j.failed
               WHEN j.kind = 'crawl' THEN coalesce(f."limit", (j.spec->>'limit')::int) - j.completed
               ELSE j.named_urls - j.completed - j.failed END, 0)), 0) AS credits
      FROM jobs j LEFT JOIN frontier_jobs f ON f.id = j.id
      WHERE ${runningOf('j')} = ${teamId}::uuid
    ), balance AS (
      SELECT coalesce(sum(granted - used), 0) AS credits FROM credit_months WHERE team_id = ${teamId}::uuid
    )
    SELECT (balance.credits - held.credits)::float8 AS free, held.credits::float8 AS held FROM balance CROSS JOIN held`;
  return rows[0] ?? { free: 0, held: 0 };
}
