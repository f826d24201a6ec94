import { Prisma, type Queryable } from '../database';

export interface PageVersion {
  teamId: string;
  key: string;
  pageId: string;
  scrapedAt: Date;
  fingerprint: string;
  /** The erasure of its job was requested, so it may only be replaced. */
  isErased: boolean;
}

/**
 * Whether the erasure of the page's job was requested. Versions outlive jobs that expire, also early: only a request
 * erases them.
 */
const isErased = (pageId: Prisma.Sql) => Prisma.sql`
  EXISTS (SELECT FROM pages p JOIN job_erasures e ON e.id = p.job_id WHERE p.id = ${pageId})`;

export function readPreviousVersions(
  database: Queryable,
  asked: readonly { teamId: string; key: string }[],
): Promise<PageVersion[]> {
  return database.$queryRaw<PageVersion[]>`
    SELECT h.team_id AS "teamId", encode(h.key, 'hex') AS key, h.page_id AS "pageId", h.scraped_at AS "scrapedAt",
           encode(h.fingerprint, 'hex') AS fingerprint, ${isErased(Prisma.sql`h.page_id`)} AS "isErased"
    FROM unnest(
      ${asked.map(({ teamId }) => teamId)}::uuid[], ${asked.map(({ key }) => key)}::text[]) AS asked(team_id, key)
    JOIN page_history h ON h.team_id = asked.team_id AND h.key = decode(asked.key, 'hex')`;
}

/** Gzipped markdown of one version, which may have megabytes. Undefined if it was replaced or erased. */
export async function readVersionMarkdown(
  database: Queryable,
  { teamId, key, pageId }: Pick<PageVersion, 'teamId' | 'key' | 'pageId'>,
): Promise<Uint8Array | undefined> {
  const rows = await database.$queryRaw<{ markdown: Uint8Array }[]>`
    SELECT markdown FROM page_history
    WHERE team_id = ${teamId}::uuid AND key = decode(${key}, 'hex') AND page_id = ${pageId}::uuid
      AND NOT ${isErased(Prisma.sql`page_history.page_id`)}`;
  return rows[0]?.markdown;
}

export interface PlainPage {
  plainHash: bigint;
  teamId: string;
  pageId: string;
  url: string;
  storedAt: Date;
}

/** Rows read per hash, because hashes may collide. */
const MAX_NAMESAKES = 3;

/** The newest pages with these hashes, without erased jobs; may include other teams and URLs. */
export function readPlainPages(database: Queryable, hashes: readonly bigint[]): Promise<PlainPage[]> {
  return database.$queryRaw<PlainPage[]>`
    SELECT p.plain_hash AS "plainHash", p.team_id AS "teamId", p.id AS "pageId", p.url, p.stored_at AS "storedAt"
    FROM unnest(${[...new Set(hashes)].map(String)}::bigint[]) AS asked(plain_hash)
    CROSS JOIN LATERAL (
      SELECT * FROM pages WHERE pages.plain_hash = asked.plain_hash ORDER BY stored_at DESC LIMIT ${MAX_NAMESAKES}::int
    ) p
    WHERE NOT EXISTS (SELECT FROM jobs j WHERE j.id = p.job_id AND j.erased_at IS NOT NULL)
    ORDER BY p.stored_at DESC`;
}
