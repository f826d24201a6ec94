import type { Database } from '../database';
import { isOfJob, skipReasonOf } from '../index-keys';
import { linksOf } from '../refused-links';
import type { FrontierPageState, KnownUrl } from './read-known-urls';

export interface ListedUrl {
  ordinal: number;
  id: string;
  url: string;
  state: FrontierPageState;
  reason: KnownUrl['reason'];
  message: string | null;
  depth: number;
  foundOnUrl: string | null;
}

export interface UrlKind {
  state: FrontierPageState;
  reason: KnownUrl['reason'];
}

export interface UrlRange {
  jobId: string;
  kinds: readonly UrlKind[];
  after: number;
  limit: number;
}

/**
 * A job's URLs of these kinds in order of discovery. Each kind is a sorted index range, so the cost is independent of
 * the job's size.
 */
export function readFrontierPages(database: Database, range: UrlRange): Promise<ListedUrl[]> {
  const { jobId, kinds, after, limit } = range;
  return database.$queryRaw<ListedUrl[]>`
    WITH kind AS MATERIALIZED (
      SELECT * FROM unnest(
        ${kinds.map(({ state }) => state)}::text[], ${kinds.map(({ reason }) => reason ?? '')}::text[]
      ) AS kind(state, reason)
    ), listed AS (
      SELECT p.* FROM kind
      CROSS JOIN LATERAL (
        SELECT f.id, f.ordinal FROM frontier_pages f
        WHERE ${isOfJob('f', jobId)} AND f.state = kind.state AND ${skipReasonOf('f')} = kind.reason
          AND f.ordinal > ${after}::int
        ORDER BY f.ordinal
        LIMIT ${limit}::int
      ) p
      ORDER BY ordinal
      LIMIT ${limit}::int
    ), refused AS (
      SELECT l.* FROM kind
      CROSS JOIN LATERAL (
        -- Rows are in the order of their links, and each has at least one link, so further rows are not needed.
        SELECT link.ordinal, link.id, link.url, r.reason, r.depth, r.found_on
        FROM (SELECT * FROM frontier_refusals f
              WHERE f.job_id = ${jobId}::uuid AND f.reason = kind.reason AND f.last_ordinal > ${after}::int
              ORDER BY f.last_ordinal
              OFFSET 0) r
        CROSS JOIN LATERAL ${linksOf('r')} link
        WHERE link.ordinal > ${after}::int
        LIMIT ${limit}::int
      ) l
      WHERE kind.state = 'skipped'
      ORDER BY l.ordinal
      LIMIT ${limit}::int
    ), page AS (
      SELECT p.ordinal, p.id, p.url, p.state, p.reason, p.message, p.depth, p.found_on
      FROM listed l JOIN frontier_pages p ON p.id = l.id
      UNION ALL
      SELECT ordinal, id, url, 'skipped', reason, NULL, depth, found_on FROM refused
    )
    SELECT page.ordinal, page.id, page.url, page.state, page.reason, page.message, page.depth,
           parent.url AS "foundOnUrl"
    FROM page LEFT JOIN frontier_pages parent ON parent.id = page.found_on
    ORDER BY page.ordinal
    LIMIT ${limit}::int`;
}

export async function readUrlTotals(database: Database, jobId: string): Promise<Record<FrontierPageState, number>> {
  const rows = await database.$queryRaw<Record<FrontierPageState, number>[]>`
    SELECT queued, leased, done, failed, known - queued - leased - done - failed AS skipped
    FROM frontier_jobs WHERE id = ${jobId}::uuid`;
  return rows[0] ?? { queued: 0, leased: 0, done: 0, failed: 0, skipped: 0 };
}
