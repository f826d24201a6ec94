import { hash } from 'node:crypto';
import { dedupKey } from '@orbweaver/core';

export interface TrackedUrl {
  url: string;
  /** Histories of different tags are apart; null is one more tag, and so is the empty one. */
  tag: string | null;
  /** Similar URLs are pages of their own. */
  exactUrl?: boolean;
}

/**
 * Under which a team's versions of a page follow each other; hex. Similar spellings of an address share it, as they do
 * in a crawl: which of them a crawl meets first may differ from day to day.
 */
export function historyKey({ url, tag, exactUrl = false }: TrackedUrl): string {
  return hash('sha256', JSON.stringify([pageOf(url, exactUrl), tag]));
}

/** Which crawls of a team are the same crawl on another day; hex. */
export function crawlKey(teamId: string, startUrl: string, tag: string | null): string {
  return hash('sha256', JSON.stringify([teamId, pageOf(startUrl, true), tag]));
}

/** 64 bits of a hash: short, as every stored page has one in an index. Who looks one up compares the URLs as well. */
export function plainHash(teamId: string, url: string, exactUrl = false): bigint {
  return BigInt.asIntN(64, BigInt(`0x${hash('sha256', `${teamId}\n${pageOf(url, exactUrl)}`).slice(0, 16)}`));
}

/** Whether two URLs of the same plainHash are one page. */
export function isSamePage(one: string, other: string, exactUrl = false): boolean {
  return pageOf(one, exactUrl) === pageOf(other, exactUrl);
}

function pageOf(url: string, exactUrl: boolean): string {
  if (!URL.canParse(url)) return url;
  return dedupKey(url, { ignoreQueryParameters: false, deduplicateSimilarURLs: !exactUrl });
}
