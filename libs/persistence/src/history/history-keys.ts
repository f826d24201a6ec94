import { hash } from 'node:crypto';
import { type DedupOptions, dedupKey, parseUrl } from '@orbweaver/core';

export interface TrackedUrl {
  url: string;
  /** Different tags have separate histories; null and the empty tag are two more tags. */
  tag: string | null;
  /** Which URLs the caller takes for one page; absent: the defaults of a crawl. */
  dedup?: DedupOptions;
}

const SIMILAR: DedupOptions = { ignoreQueryParameters: false, deduplicateSimilarURLs: true };
const EXACT: DedupOptions = { ignoreQueryParameters: false, deduplicateSimilarURLs: false };

/**
 * The key of a page's versions within a team; hex. Similar spellings of an address share it, as in a crawl: which of
 * them a crawl finds first may differ from day to day.
 */
export function historyKey({ url, tag, dedup }: TrackedUrl): string {
  return hash('sha256', JSON.stringify([pageOf(url, dedup), tag]));
}

/** Identifies the same crawl of a team on different days; hex. */
export function crawlKey(teamId: string, startUrl: string, tag: string | null): string {
  return hash('sha256', JSON.stringify([teamId, pageOf(startUrl, EXACT), tag]));
}

/** 64 bits of a hash: short, because every stored page has one in an index. A lookup must compare the URLs too. */
export function plainHash(teamId: string, url: string, dedup?: DedupOptions): bigint {
  return BigInt.asIntN(64, BigInt(`0x${hash('sha256', `${teamId}\n${pageOf(url, dedup)}`).slice(0, 16)}`));
}

/** Whether two URLs of the same plainHash are one page. */
export function isSamePage(one: string, other: string, dedup?: DedupOptions): boolean {
  return pageOf(one, dedup) === pageOf(other, dedup);
}

function pageOf(url: string, dedup: DedupOptions = SIMILAR): string {
  return parseUrl(url) !== undefined ? dedupKey(url, dedup) : url;
}
