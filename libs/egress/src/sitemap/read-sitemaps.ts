import { hash } from 'node:crypto';
import { resolveLink } from '@orbweaver/core';
import type { HttpClient } from '../http/http-client';
import { fetchSitemap, type SitemapFetchOptions } from './fetch-sitemap';
import { parseSitemap } from './parse-sitemap';
import type { SitemapContent } from './sitemap-reader';
import { unpackSitemap } from './unpack-sitemap';

export interface SitemapOptions extends SitemapFetchOptions {
  /** Fetched files including the seeds. Default: 100. */
  maxFiles?: number;
  /** Page URLs. Default: 50,000. */
  maxUrls?: number;
  /** Levels of indexes below a seed. Default: 32. */
  maxDepth?: number;
  /** For all files together. Default: 12, which limits the delay of a site with many broken files to half a minute. */
  maxRetries?: number;
}

export interface SitemapBatch {
  sitemap: string;
  urls: string[];
  /** Titles of news and feed entries. An entry's title may come in a later batch than its URL. */
  titles?: ReadonlyMap<string, string>;
  /** In a file's last batch: why it could not be read completely. For the operator's log only. */
  problem?: string;
  /** With a problem: the file may exist but is incomplete, so pages are missing. */
  isUnread?: true;
}

/**
 * Reads sitemaps breadth-first with nested ones. An unreadable file yields a batch with a problem, and so does an index
 * whose files exceed the limits. Never throws because of a site.
 */
export async function* readSitemaps(
  client: HttpClient,
  seeds: readonly string[],
  options: SitemapOptions = {},
): AsyncGenerator<SitemapBatch, void> {
  const { maxFiles = 100, maxUrls = 50_000, maxDepth = 32, maxRetries = 12, mayRead = () => true } = options;
  const pages = new UrlCounts();
  // Grows during the iteration; prevents cycles.
  const depths = new Map<string, number>();
  let omittedBy: string | undefined;
  const enqueue = (url: string | undefined, depth: number, listedBy?: string) => {
    if (url === undefined || depths.has(url) || !mayRead(url)) return;
    if (depths.size < maxFiles && depth <= maxDepth) depths.set(url, depth);
    else omittedBy ??= listedBy;
  };
  const takeUp = (content: SitemapContent, base: string, depth: number) => {
    for (const location of content.sitemaps) enqueue(resolveLink(location, base), depth + 1, base);
    const urls: string[] = [];
    for (const location of content.pages) {
      const url = resolveLink(location, base);
      if (url === undefined || pages.size >= maxUrls) continue;
      if (isSitemapFile(url)) enqueue(url, depth + 1, base);
      else if (pages.add(url)) urls.push(url);
    }
    const titles = new Map<string, string>();
    for (const [location, title] of content.titles) {
      const url = resolveLink(location, base);
      if (url !== undefined) titles.set(url, title);
    }
    return { urls, ...(titles.size > 0 ? { titles } : {}) };
  };
  const patience = { left: maxRetries };
  for (const seed of seeds) enqueue(seed, 0);
  for (const [sitemap, depth] of depths) {
    if (options.signal?.aborted || pages.size >= maxUrls) return;
    const file = await fetchSitemap(client, sitemap, options, patience);
    if (file.kind === 'failed') {
      yield { sitemap, urls: [], problem: file.problem, ...(file.isPassing ? { isUnread: true } : {}) };
      continue;
    }
    const parser = parseSitemap(unpackSitemap(file.chunks));
    try {
      for (let next = await parser.next(); ; next = await parser.next()) {
        if (next.done) {
          if (next.value !== undefined) yield { sitemap, urls: [], ...next.value };
          break;
        }
        const found = takeUp(next.value, file.url, depth);
        if (found.urls.length > 0 || found.titles !== undefined) yield { sitemap, ...found };
        if (options.signal?.aborted || pages.size >= maxUrls) return;
      }
    } finally {
      await parser.return(undefined);
    }
  }
  if (omittedBy !== undefined) {
    const problem = `more than ${maxFiles} files or ${maxDepth} levels`;
    yield { sitemap: omittedBy, urls: [], problem, isUnread: true };
  }
}

/** Stores 48 bits of a digest per URL: half a million URLs would take 100 MB. */
class UrlCounts {
  private readonly digests = new Set<number>();

  get size(): number {
    return this.digests.size;
  }

  add(url: string): boolean {
    const { size } = this.digests;
    this.digests.add(Number.parseInt(hash('sha1', url).slice(0, 12), 16));
    return this.digests.size > size;
  }
}

/** Some generators list nested sitemaps as pages. */
function isSitemapFile(url: string): boolean {
  return /\.xml(?:\.gz)?$/i.test(new URL(url).pathname);
}
