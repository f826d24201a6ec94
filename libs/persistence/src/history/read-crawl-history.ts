import type { Queryable } from '../database';

/** A page that an earlier crawl found. */
export interface RememberedPage {
  /** Hex. */
  key: string;
  url: string;
  depth: number;
}

export interface CrawlHistoryQuestion {
  /** The asking crawl: its own pages are not in the answer. */
  jobId: string;
  crawl: string;
  /** Hex; empty: from the first. */
  after: string;
  limit: number;
}

/** Crawls that run once a quarter still know of each other. A page that nothing has led to for longer is dropped. */
const MEMORY_DAYS = 100;

/** Pages that crawls with this crawlKey found before the job was accepted, in the order of their keys. */
export function readCrawlHistory(database: Queryable, question: CrawlHistoryQuestion): Promise<RememberedPage[]> {
  const { jobId, crawl, after, limit } = question;
  return database.$queryRaw<RememberedPage[]>`
    SELECT encode(c.key, 'hex') AS key, h.url, c.depth
    FROM page_history_crawls c JOIN page_history h ON h.team_id = c.team_id AND h.key = c.key
    -- Crawl and key together, as only the primary key has them: by the key alone all pages of the team would be read.
    WHERE c.crawl = decode(${crawl}, 'hex') AND (c.crawl, c.key) > (decode(${crawl}, 'hex'), decode(${after}, 'hex'))
      AND c.seen_at < (SELECT created_at FROM jobs WHERE id = ${jobId}::uuid)
      AND c.seen_at > (SELECT created_at FROM jobs WHERE id = ${jobId}::uuid) - ${MEMORY_DAYS} * interval '1 day'
    ORDER BY c.crawl, c.key
    LIMIT ${limit}::int`;
}
