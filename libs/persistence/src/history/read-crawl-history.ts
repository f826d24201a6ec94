import type { Queryable } from '../database';

/** A page that an earlier crawl came to. */
export interface RememberedPage {
  /** Hex. */
  key: string;
  url: string;
  depth: number;
}

/** Pages that crawls with this crawlKey came to, in the order of their keys, after `after` (hex; empty: from the first). */
export function readCrawlHistory(
  database: Queryable,
  question: { crawl: string; after: string; limit: number },
): Promise<RememberedPage[]> {
  return database.$queryRaw<RememberedPage[]>`
    SELECT encode(c.key, 'hex') AS key, h.url, c.depth
    FROM page_history_crawls c JOIN page_history h ON h.team_id = c.team_id AND h.key = c.key
    WHERE c.crawl = decode(${question.crawl}, 'hex') AND c.key > decode(${question.after}, 'hex')
    ORDER BY c.key
    LIMIT ${question.limit}::int`;
}
