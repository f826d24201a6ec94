import type { CrawlSpec } from '@orbweaver/core';
import type { Database, Transaction } from '../database';
import { runningOf } from '../index-keys';

export interface FreeCredits {
  /** Balance minus held credits. Negative if pages cost more than was left. */
  free: number;
  held: number;
}

export type InsufficientCredits = { kind: 'insufficient-credits'; needed: number } & FreeCredits;

/** Undefined if the credits cover one credit per page; null is an unlimited team. */
export function findShortage(credits: FreeCredits | null, needed: number): InsufficientCredits | undefined {
  return credits !== null && credits.free < needed ? { kind: 'insufficient-credits', needed, ...credits } : undefined;
}

export type CrawlLimits = Pick<CrawlSpec, 'limit' | 'requestedLimit'>;

/** Lowers the limit of a crawl to the free credits. */
export function limitToCredits(requested: number, credits: FreeCredits | null): CrawlLimits {
  if (credits === null || requested <= credits.free) return { limit: requested };
  return { limit: credits.free, requestedLimit: requested };
}

/** Serializes the acceptance of work for the team until the transaction ends. Null for an unlimited team. */
export async function lockFreeCredits(transaction: Transaction, teamId: string): Promise<FreeCredits | null> {
  const [team] = await transaction.$queryRaw<{ limited: boolean }[]>`
    SELECT credits_limited AS limited FROM teams WHERE id = ${teamId}::uuid FOR NO KEY UPDATE`;
  if (team === undefined || !team.limited) return null;
  // Held credits: one per named URL, per page within the limit of an unsettled crawl, and per leased page of a
  // cancelled job. The exact cost is unknown before the page is stored.
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

/** The balance at this moment, for requests that hold nothing. Null for an unlimited team. */
export function readFreeCredits(database: Database, teamId: string): Promise<FreeCredits | null> {
  return database.$transaction((transaction) => lockFreeCredits(transaction, teamId));
}
