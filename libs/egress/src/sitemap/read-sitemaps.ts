import { hash } from 'node:crypto';
import { resolveLink } from '@orbweaver/core';
import type { HttpClient } from '../http/http-client';
import { fetchSitemap, type SitemapFetchOptions } from './fetch-sitemap';
import { parseSitemap } from './parse-sitemap';
import type { SitemapContent } from './sitemap-reader';
import { unpackSitemap } from './unpack-sitemap';

export interface SitemapOptions extends SitemapFetchOptions {
  /** Files fetched, the seeds among them. Default: 100. */
  maxFiles?: number;
  /** Page URLs given. Default: 50,000. */
  maxUrls?: number;
  /** Levels of indexes below a seed. Default: 32. */
  maxDepth?: number;
  /**
   * Over all files. Default: 12, so that a site with many broken files keeps the others waiting for half a minute at
   * most.
   */
  maxRetries?: number;
}

/** A part of one file's entries, as they are read: a few thousand URLs at most. */
export interface SitemapBatch {
  sitemap: string;
  /** Absolute http(s) URLs of pages, each once over all batches, in the order of the file. */
  urls: string[];
  /** In a file's last batch: why the file, or part of it, could not be read. For the operator's log, never for callers. */
  problem?: string;
  /** With a problem: the file is there or may be, and was not read to its end, so pages that it lists are missing. */
  isUnread?: true;
}

/**
 * Reads sitemaps and those they name, nearest to the seeds first. A file that cannot be read gives a batch with a
 * problem; nothing that a site does makes this throw.
 */
export async function* readSitemaps(
  client: HttpClient,
  seeds: readonly string[],
  options: SitemapOptions = {},
): AsyncGenerator<SitemapBatch, void> {
  const { maxFiles = 100, maxUrls = 50_000, maxDepth = 32, maxRetries = 12 } = options;
  const pages = new UrlCounts();
  // The queue grows while it is walked; the set guards against loops.
  const depths = new Map<string, number>();
  const enqueue = (url: string | undefined, depth: number) => {
    if (url !== undefined && !depths.has(url) && depths.size < maxFiles && depth <= maxDepth) depths.set(url, depth);
  };
  const takeUp = (content: SitemapContent, base: string, depth: number): string[] => {
    for (const location of content.sitemaps) enqueue(resolveLink(location, base), depth + 1);
    const urls: string[] = [];
    for (const location of content.pages) {
      const url = resolveLink(location, base);
      if (url === undefined || pages.size >= maxUrls) continue;
      if (isSitemapFile(url)) enqueue(url, depth + 1);
      else if (pages.add(url)) urls.push(url);
    }
    return urls;
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
        const urls = takeUp(next.value, file.url, depth);
        if (urls.length > 0) yield { sitemap, urls };
        if (options.signal?.aborted || pages.size >= maxUrls) return;
      }
    } finally {
      // Frees the unpacker when the rest is not wanted.
      await parser.return(undefined);
    }
  }
}

/** Half a million URLs as texts take a hundred megabytes; forty-eight bits of a digest tell them apart as well. */
class UrlCounts {
  private readonly digests = new Set<number>();

  get size(): number {
    return this.digests.size;
  }

  /** Returns false when the URL was there before. */
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
