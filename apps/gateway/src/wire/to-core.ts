import { type Action, type CrawlScope, type CrawlSpec, needsModel, type ScrapeSpec } from '@orbweaver/core';
import type { z } from 'zod';
import { TIMEOUT_DEFAULT_MS } from './bounds';
import type { crawlShape, jobShape } from './crawl-fields';
import { type Location, toCoreLocation } from './location';
import { type proxyKind, type scrapeShape, toCoreProxy } from './scrape-fields';

interface ScrapeFields extends z.output<z.ZodObject<typeof scrapeShape>> {
  maxAge: number;
  skipTlsVerification: boolean;
  actions: Action[];
  proxy: z.output<typeof proxyKind>;
}

/** Translates scrape options that both versions share. @param location the effective location */
export function toSharedScrapeSpec(
  options: ScrapeFields,
  location: z.output<typeof Location> | undefined = options.location,
): Omit<ScrapeSpec, 'formats' | 'pdf'> {
  const plainRequest = options.actions.length === 0 && Object.keys(options.headers).length === 0;
  return {
    onlyMainContent: options.onlyMainContent,
    includeTags: options.includeTags,
    excludeTags: options.excludeTags,
    headers: options.headers,
    waitForMs: options.waitFor,
    mobile: options.mobile,
    skipTlsVerification: options.skipTlsVerification,
    timeoutMs: options.timeout ?? TIMEOUT_DEFAULT_MS,
    actions: options.actions,
    location: toCoreLocation(location),
    removeBase64Images: options.removeBase64Images,
    blockAds: options.blockAds,
    proxy: toCoreProxy(options.proxy),
    maxAgeMs: options.maxAge,
    storeInCache: options.storeInCache && plainRequest,
  };
}

/** Doubles the default timeout for formats that need a language model. An explicit timeout is unchanged. */
export function withModelTime(spec: ScrapeSpec, { timeout }: Pick<ScrapeFields, 'timeout'>): ScrapeSpec {
  if (timeout !== undefined || !needsModel(spec)) return spec;
  return { ...spec, timeoutMs: 2 * TIMEOUT_DEFAULT_MS };
}

type CrawlFields = z.output<z.ZodObject<typeof crawlShape & typeof jobShape>>;

/** Translates crawl fields that both versions share. @param scope the fields that differ */
export function toSharedCrawlSpec(
  request: CrawlFields,
  scope: Pick<CrawlScope, 'crawlEntireDomain' | 'maxPathDepth'>,
): Omit<CrawlSpec, 'url' | 'sitemap' | 'scrape'> {
  return {
    scope: {
      includePaths: request.includePaths,
      excludePaths: request.excludePaths,
      regexOnFullURL: request.regexOnFullURL,
      maxDiscoveryDepth: request.maxDiscoveryDepth,
      allowExternalLinks: request.allowExternalLinks,
      allowSubdomains: request.allowSubdomains,
      ignoreQueryParameters: request.ignoreQueryParameters,
      deduplicateSimilarURLs: request.deduplicateSimilarURLs,
      ...scope,
    },
    limit: request.limit,
    ignoreRobotsTxt: request.ignoreRobotsTxt,
    robotsUserAgent: request.robotsUserAgent,
    delaySeconds: request.delay,
    maxConcurrency: request.maxConcurrency,
  };
}
