import { z } from 'zod';
import { ExtractSpec } from '../extract/extract-spec';
import { ScrapeSpec } from '../scrape/scrape-spec';

export const SitemapMode = z.enum(['include', 'skip', 'only']);

export const CrawlScope = z.object({
  /** Regular expressions (RE2), searched unanchored in the path, or in the URL with `regexOnFullURL`. */
  includePaths: z.array(z.string()),
  excludePaths: z.array(z.string()),
  regexOnFullURL: z.boolean(),
  /** Hops from the start URL; sitemap pages have depth 0. */
  maxDiscoveryDepth: z.int().min(0).optional(),
  /** Path segments counted from the host's root (v1). */
  maxPathDepth: z.int().min(0).optional(),
  crawlEntireDomain: z.boolean(),
  allowExternalLinks: z.boolean(),
  allowSubdomains: z.boolean(),
  ignoreQueryParameters: z.boolean(),
  deduplicateSimilarURLs: z.boolean(),
});
export type CrawlScope = z.infer<typeof CrawlScope>;

export const CrawlSpec = z.object({
  url: z.string(),
  scope: CrawlScope,
  sitemap: SitemapMode,
  limit: z.int().min(1),
  /** The requested limit, if `limit` was lowered to the team's credits. */
  requestedLimit: z.int().min(1).optional(),
  ignoreRobotsTxt: z.boolean(),
  /** Product token for robots.txt and the User-Agent of its fetch. */
  robotsUserAgent: z.string().optional(),
  delaySeconds: z.number().positive().optional(),
  maxConcurrency: z.int().positive().optional(),
  scrape: ScrapeSpec,
  extract: ExtractSpec.optional(),
});
export type CrawlSpec = z.infer<typeof CrawlSpec>;

/** A crawl without discovery. Its URLs are stored separately, because a batch can grow. */
export const BatchSpec = z.object({
  maxConcurrency: z.int().positive().optional(),
  scrape: ScrapeSpec,
  extract: ExtractSpec.optional(),
});
export type BatchSpec = z.infer<typeof BatchSpec>;
