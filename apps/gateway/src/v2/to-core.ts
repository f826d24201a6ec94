import type { BatchSpec, CrawlSpec, ScrapeSpec } from '@orbweaver/core';
import { TIMEOUT_DEFAULT_MS } from '../wire/bounds';
import { toCoreLocation } from '../wire/location';
import { toCoreProxy } from '../wire/scrape-fields';
import { toCoreFormats } from './formats';
import type { BatchRequest, CrawlRequest, ScrapeOptions } from './requests';

export function toScrapeSpec(options: ScrapeOptions): ScrapeSpec {
  const plainRequest = options.actions.length === 0 && Object.keys(options.headers).length === 0;
  return {
    formats: toCoreFormats(options.formats),
    onlyMainContent: options.onlyMainContent,
    includeTags: options.includeTags,
    excludeTags: options.excludeTags,
    headers: options.headers,
    waitForMs: options.waitFor,
    mobile: options.mobile,
    skipTlsVerification: options.skipTlsVerification,
    timeoutMs: options.timeout ?? TIMEOUT_DEFAULT_MS,
    pdf: toPdf(options.parsers),
    actions: options.actions,
    location: toCoreLocation(options.location),
    removeBase64Images: options.removeBase64Images,
    blockAds: options.blockAds,
    proxy: toCoreProxy(options.proxy),
    maxAgeMs: options.maxAge,
    storeInCache: options.storeInCache && plainRequest,
  };
}

function toPdf(parsers: ScrapeOptions['parsers']): ScrapeSpec['pdf'] {
  const maxPages = parsers.find((parser) => typeof parser === 'object')?.maxPages;
  return { parse: parsers.length > 0, ...(maxPages === undefined ? {} : { maxPages }) };
}

export function toBatchSpec(request: BatchRequest): BatchSpec {
  return { maxConcurrency: request.maxConcurrency, scrape: toScrapeSpec(request) };
}

/** `url` is absolute already. */
export function toCrawlSpec(request: CrawlRequest, url: string): CrawlSpec {
  return {
    url,
    scope: {
      includePaths: request.includePaths,
      excludePaths: request.excludePaths,
      regexOnFullURL: request.regexOnFullURL,
      maxDiscoveryDepth: request.maxDiscoveryDepth,
      crawlEntireDomain: request.crawlEntireDomain,
      allowExternalLinks: request.allowExternalLinks,
      allowSubdomains: request.allowSubdomains,
      ignoreQueryParameters: request.ignoreQueryParameters,
      deduplicateSimilarURLs: request.deduplicateSimilarURLs,
    },
    sitemap: request.sitemap,
    limit: request.limit,
    ignoreRobotsTxt: request.ignoreRobotsTxt,
    robotsUserAgent: request.robotsUserAgent,
    delaySeconds: request.delay,
    maxConcurrency: request.maxConcurrency,
    scrape: toScrapeSpec(request.scrapeOptions),
  };
}
