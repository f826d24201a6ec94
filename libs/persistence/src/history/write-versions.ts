import type { Transaction } from '../database';

export interface NewPageVersion {
  teamId: string;
  key: string;
  pageId: string;
  url: string;
  scrapedAt: Date;
  fingerprint: string;
  markdown: Uint8Array;
  /** The page of the compared version; null: none. */
  previousPageId: string | null;
  isLate?: boolean;
  /** A crawlKey; null without a crawl. */
  crawl: string | null;
  depth: number;
  /** The page no longer exists; later crawls do not revisit it. */
  isRemoved: boolean;
  /** Found by a link or sitemap and reachable; later crawls revisit it. */
  isReached: boolean;
}

export class HistoryMovedError extends Error {
  constructor(readonly pageIds: readonly string[]) {
    super('another version of the page was stored meanwhile');
  }
}

/** Size of a row and its index entries without markdown and URL. */
const ROW_BYTES = 300;
/** Maximum crawls (by start URL) that a page is remembered for. */
const MAX_CRAWLS = 8;

/**
 * Replaces compared versions; at most one per key.
 * @throws HistoryMovedError if a version was replaced meanwhile; the transaction must roll back
 */
export async function writeVersions(transaction: Transaction, versions: readonly NewPageVersion[]): Promise<void> {
  if (versions.length === 0) return;
  const lengths = versions.map(({ markdown }) => markdown.byteLength);
  const offsets = lengths.map((_, index) => 1 + lengths.slice(0, index).reduce((sum, length) => sum + length, 0));
  const predecessors = versions.map(({ isLate, previousPageId }) => (isLate ? null : previousPageId));
  // Ordered by key to prevent deadlocks. Rows of late versions are locked too and written only if they were deleted
  // meanwhile.
  const written = await transaction.$queryRaw<{ pageId: string }[]>`
    INSERT INTO page_history AS h (team_id, key, page_id, url, scraped_at, fingerprint, markdown, bytes)
    SELECT n.team_id, decode(n.key, 'hex'), n.page_id, n.url, n.scraped_at::timestamptz, decode(n.fingerprint, 'hex'),
           substring(${Buffer.concat(versions.map(({ markdown }) => markdown))}::bytea FROM n.at FOR n.length),
           n.length + octet_length(n.url) + ${ROW_BYTES}::int
    FROM unnest(
      ${versions.map(({ teamId }) => teamId)}::uuid[], ${versions.map(({ key }) => key)}::text[],
      ${versions.map(({ pageId }) => pageId)}::uuid[], ${versions.map(({ url }) => url)}::text[],
      ${versions.map(({ scrapedAt }) => scrapedAt.toISOString())}::text[],
      ${versions.map(({ fingerprint }) => fingerprint)}::text[], ${offsets}::int[], ${lengths}::int[]
    ) AS n(team_id, key, page_id, url, scraped_at, fingerprint, at, length)
    ORDER BY n.team_id, n.key
    ON CONFLICT (team_id, key) DO UPDATE
    SET page_id = excluded.page_id, url = excluded.url, scraped_at = excluded.scraped_at,
        fingerprint = excluded.fingerprint, markdown = excluded.markdown, bytes = excluded.bytes
    WHERE h.page_id = (
      SELECT p.previous
      FROM unnest(${versions.map(({ pageId }) => pageId)}::uuid[],
                  ${predecessors}::uuid[]) AS p(page_id, previous)
      WHERE p.page_id = excluded.page_id)
    RETURNING page_id AS "pageId"`;
  const writtenIds = new Set(written.map(({ pageId }) => pageId));
  const moved = versions.filter(({ pageId, isLate }) => !isLate && !writtenIds.has(pageId));
  if (moved.length > 0) throw new HistoryMovedError(moved.map(({ pageId }) => pageId));
  await noteCrawls(
    transaction,
    versions.filter(({ crawl, isLate, isRemoved, isReached }) => crawl !== null && (isRemoved ? !isLate : isReached)),
  );
}

/**
 * Stores which crawls found which pages and deletes pages that no longer exist. Revisited pages are not stored again;
 * otherwise crawls would revisit them without limit.
 */
async function noteCrawls(transaction: Transaction, versions: readonly NewPageVersion[]): Promise<void> {
  if (versions.length === 0) return;
  await transaction.$executeRaw`
    WITH n AS (
      SELECT decode(n.crawl, 'hex') AS crawl, decode(n.key, 'hex') AS key, n.team_id, n.seen_at::timestamptz AS seen_at,
             n.is_removed, n.depth
      FROM unnest(
        ${versions.map(({ crawl }) => crawl)}::text[], ${versions.map(({ key }) => key)}::text[],
        ${versions.map(({ teamId }) => teamId)}::uuid[],
        ${versions.map(({ scrapedAt }) => scrapedAt.toISOString())}::text[],
        ${versions.map(({ isRemoved }) => isRemoved)}::boolean[], ${versions.map(({ depth }) => depth)}::int[]
      ) AS n(crawl, key, team_id, seen_at, is_removed, depth)
    ), forgotten AS (
      DELETE FROM page_history_crawls c USING n
      WHERE c.team_id = n.team_id AND c.key = n.key
        AND (n.is_removed OR (c.crawl <> n.crawl AND c.crawl NOT IN (
          SELECT newest.crawl FROM page_history_crawls newest
          WHERE newest.team_id = n.team_id AND newest.key = n.key AND newest.crawl <> n.crawl
          ORDER BY newest.seen_at DESC LIMIT ${MAX_CRAWLS - 1}::int)))
    )
    INSERT INTO page_history_crawls (crawl, key, team_id, seen_at, depth)
    SELECT crawl, key, team_id, seen_at, depth FROM n WHERE NOT is_removed
    ON CONFLICT (crawl, key) DO UPDATE
    SET seen_at = greatest(page_history_crawls.seen_at, excluded.seen_at), depth = excluded.depth`;
}
