import { hash } from 'node:crypto';
import { type DedupOptions, dedupKey } from '@orbweaver/core';

export interface TrackedUrl {
  url: string;
  /** Histories of different tags are apart; null is one more tag, and so is the empty one. */
  tag: string | null;
  /** Which URLs the caller takes for one page; without: those that a crawl does unless it is told otherwise. */
  dedup?: DedupOptions;
}

const SIMILAR: DedupOptions = { ignoreQueryParameters: false, deduplicateSimilarURLs: true };
const EXACT: DedupOptions = { ignoreQueryParameters: false, deduplicateSimilarURLs: false };

/**
 * Under which a team's versions of a page follow each other; hex. Similar spellings of an address share it, as they do
 * in a crawl: which of them a crawl meets first may differ from day to day.
 */
export function historyKey({ url, tag, dedup }: TrackedUrl): string {
  return hash('sha256', JSON.stringify([pageOf(url, dedup), tag]));
}

/** Which crawls of a team are the same crawl on another day; hex. */
export function crawlKey(teamId: string, startUrl: string, tag: string | null): string {
  return hash('sha256', JSON.stringify([teamId, pageOf(startUrl, EXACT), tag]));
}

/** 64 bits of a hash: short, as every stored page has one in an index. Who looks one up compares the URLs as well. */
export function plainHash(teamId: string, url: string, dedup?: DedupOptions): bigint {
  return BigInt.asIntN(64, BigInt(`0x${hash('sha256', `${teamId}\n${pageOf(url, dedup)}`).slice(0, 16)}`));
}

/** Whether two URLs of the same plainHash are one page. */
export function isSamePage(one: string, other: string, dedup?: DedupOptions): boolean {
  return pageOf(one, dedup) === pageOf(other, dedup);
}

function pageOf(url: string, dedup: DedupOptions = SIMILAR): string {
  return URL.canParse(url) ? dedupKey(url, dedup) : url;
}
