import { resolveLink } from '@orbweaver/core';
import type { HttpClient } from '../http/http-client';
import { fetchSitemap, type SitemapFetchOptions } from './fetch-sitemap';
import { parseSitemap } from './parse-sitemap';

export interface SitemapOptions extends SitemapFetchOptions {
  /** Files fetched, the seeds among them; 100 unless given. */
  maxFiles?: number;
  /** Page URLs given; 50,000 unless given. */
  maxUrls?: number;
  /** Levels of indexes below a seed; 32 unless given. */
  maxDepth?: number;
}

/** What one file gave. A file can have both: URLs, and a problem further on. */
export interface SitemapBatch {
  sitemap: string;
  /** Absolute http(s) URLs of pages, each once in all batches, in the order of the file. */
  urls: string[];
  /** Why the file, or part of it, could not be read. */
  problem?: string;
}

/**
 * Reads sitemaps and those they name, nearest to the seeds first: one batch a file. A file that cannot be read is a
 * batch with a problem; nothing that a site does makes this throw.
 */
export async function* readSitemaps(
  client: HttpClient,
  seeds: readonly string[],
  options: SitemapOptions = {},
): AsyncGenerator<SitemapBatch, void> {
  const { maxFiles = 100, maxUrls = 50_000, maxDepth = 32 } = options;
  const pages = new Set<string>();
  // Walked while it grows: the queue, and the guard against loops.
  const depths = new Map<string, number>();
  const enqueue = (url: string | undefined, depth: number) => {
    if (url !== undefined && !depths.has(url) && depths.size < maxFiles && depth <= maxDepth) depths.set(url, depth);
  };
  for (const seed of seeds) enqueue(seed, 0);
  for (const [sitemap, depth] of depths) {
    if (options.signal?.aborted || pages.size >= maxUrls) return;
    const file = await fetchSitemap(client, sitemap, options);
    if (file.kind === 'failed') {
      yield { sitemap, urls: [], problem: file.problem };
      continue;
    }
    const content = await parseSitemap(file.text, maxUrls);
    const urls: string[] = [];
    for (const location of content.sitemaps) enqueue(resolveLink(location, file.url), depth + 1);
    for (const location of content.pages) {
      const url = resolveLink(location, file.url);
      if (url === undefined || pages.has(url) || pages.size >= maxUrls) continue;
      if (isSitemapFile(url)) {
        enqueue(url, depth + 1);
        continue;
      }
      pages.add(url);
      urls.push(url);
    }
    yield { sitemap, urls, problem: content.problem };
  }
}

/** Some generators list nested sitemaps as if they were pages. */
function isSitemapFile(url: string): boolean {
  return /\.xml(?:\.gz)?$/i.test(new URL(url).pathname);
}
