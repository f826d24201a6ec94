import type { Queryable } from '../database';

export interface RememberedPage {
  key: string;
  url: string;
  depth: number;
}

export interface CrawlHistoryQuestion {
  /** Pages of this crawl are omitted. */
  jobId: string;
  crawl: string;
  after: string;
  limit: number;
}

/** Covers quarterly crawls. Older pages are dropped. */
const MEMORY_DAYS = 100;

/** Pages of earlier crawls with this crawlKey that were accepted before the job, by key. */
export function readCrawlHistory(database: Queryable, question: CrawlHistoryQuestion): Promise<RememberedPage[]> {
  const { jobId, crawl, after, limit } = question;
  return database.$queryRaw<RememberedPage[]>`
    SELECT encode(c.key, 'hex') AS key, h.url, c.depth
    FROM page_history_crawls c JOIN page_history h ON h.team_id = c.team_id AND h.key = c.key
    -- Crawl and key together select the primary key. The key alone would read all pages of the team.
    WHERE c.crawl = decode(${crawl}, 'hex') AND (c.crawl, c.key) > (decode(${crawl}, 'hex'), decode(${after}, 'hex'))
      AND c.seen_at < (SELECT created_at FROM jobs WHERE id = ${jobId}::uuid)
      AND c.seen_at > (SELECT created_at FROM jobs WHERE id = ${jobId}::uuid) - ${MEMORY_DAYS} * interval '1 day'
    ORDER BY c.crawl, c.key
    LIMIT ${limit}::int`;
}
