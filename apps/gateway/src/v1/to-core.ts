import { type BatchSpec, type CrawlSpec, pathDepth, type ScrapeSpec } from '@orbweaver/core';
import { refuseField } from '../edge/api-error';
import { TIMEOUT_DEFAULT_MS } from '../wire/bounds';
import { toCoreLocation } from '../wire/location';
import { toCoreProxy } from '../wire/scrape-fields';
import { toCoreFormats } from './formats';
import type { BatchRequest, CrawlRequest, ScrapeOptions } from './requests';

export function toScrapeSpec(options: ScrapeOptions): ScrapeSpec {
  const plainRequest = options.actions.length === 0 && Object.keys(options.headers).length === 0;
  return {
    formats: toCoreFormats(options),
    onlyMainContent: options.onlyMainContent,
    includeTags: options.includeTags,
    excludeTags: options.excludeTags,
    headers: options.headers,
    waitForMs: options.waitFor,
    mobile: options.mobile,
    skipTlsVerification: options.skipTlsVerification,
    timeoutMs: options.timeout ?? TIMEOUT_DEFAULT_MS,
    pdf: { parse: options.parsePDF },
    actions: options.actions,
    location: toCoreLocation(options.location ?? options.geolocation),
    removeBase64Images: options.removeBase64Images,
    blockAds: options.blockAds,
    proxy: toCoreProxy(options.proxy),
    maxAgeMs: options.maxAge,
    storeInCache: options.storeInCache && plainRequest,
  };
}

export function toBatchSpec(request: BatchRequest): BatchSpec {
  return { maxConcurrency: request.maxConcurrency, scrape: toScrapeSpec(request) };
}

/**
 * `url` is absolute already.
 * @throws ApiError 400 when the start URL is deeper than the crawl may go
 */
export function toCrawlSpec(request: CrawlRequest, url: string): CrawlSpec {
  if (pathDepth(url) > request.maxDepth) throw refuseField(['url'], 'URL depth exceeds the specified maxDepth');
  return {
    url,
    scope: {
      includePaths: request.includePaths,
      excludePaths: request.excludePaths,
      regexOnFullURL: request.regexOnFullURL,
      maxDiscoveryDepth: request.maxDiscoveryDepth,
      maxPathDepth: request.maxDepth,
      crawlEntireDomain: request.crawlEntireDomain ?? request.allowBackwardLinks,
      allowExternalLinks: request.allowExternalLinks,
      allowSubdomains: request.allowSubdomains,
      ignoreQueryParameters: request.ignoreQueryParameters,
      deduplicateSimilarURLs: request.deduplicateSimilarURLs,
    },
    sitemap: request.ignoreSitemap ? 'skip' : 'include',
    limit: request.limit,
    ignoreRobotsTxt: request.ignoreRobotsTxt,
    robotsUserAgent: request.robotsUserAgent,
    delaySeconds: request.delay,
    maxConcurrency: request.maxConcurrency,
    scrape: toScrapeSpec(request.scrapeOptions),
  };
}
