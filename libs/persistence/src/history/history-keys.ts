import { hash } from 'node:crypto';
import { type DedupOptions, dedupKey, parseUrl } from '@orbweaver/core';

export interface TrackedUrl {
  url: string;
  /** Separates histories; null and the empty tag differ. */
  tag: string | null;
  /** Which URLs count as one page; absent: the defaults of a crawl. */
  dedup?: DedupOptions;
}

const SIMILAR: DedupOptions = { ignoreQueryParameters: false, deduplicateSimilarURLs: true };
const EXACT: DedupOptions = { ignoreQueryParameters: false, deduplicateSimilarURLs: false };

/**
 * A page's history key within a team; hex. Shared by similar spellings, because a crawl may find another one each day.
 */
export function historyKey({ url, tag, dedup }: TrackedUrl): string {
  return hash('sha256', JSON.stringify([pageOf(url, dedup), tag]));
}

/** Identifies a team's repeated crawl; hex. */
export function crawlKey(teamId: string, startUrl: string, tag: string | null): string {
  return hash('sha256', JSON.stringify([teamId, pageOf(startUrl, EXACT), tag]));
}

/** Identifies a page in the runs of a schedule; hex. */
export function runPageKey(url: string, dedup?: DedupOptions): string {
  return hash('sha256', pageOf(url, dedup));
}

/** 64 bits, because every stored page has one in an index. Lookups must compare the URLs too. */
export function plainHash(teamId: string, url: string, dedup?: DedupOptions): bigint {
  return BigInt.asIntN(64, BigInt(`0x${hash('sha256', `${teamId}\n${pageOf(url, dedup)}`).slice(0, 16)}`));
}

export function isSamePage(one: string, other: string, dedup?: DedupOptions): boolean {
  return pageOf(one, dedup) === pageOf(other, dedup);
}

function pageOf(url: string, dedup: DedupOptions = SIMILAR): string {
  return parseUrl(url) !== undefined ? dedupKey(url, dedup) : url;
}
