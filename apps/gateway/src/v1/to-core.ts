import { type BatchSpec, type CrawlSpec, pathDepth, type ScrapeSpec } from '@orbweaver/core';
import { refuseField } from '../errors/api-error';
import { toSharedCrawlSpec, toSharedScrapeSpec, withModelTime } from '../wire/to-core';
import { toCoreFormats } from './formats';
import type { BatchRequest, CrawlRequest, ScrapeOptions } from './requests';

export function toScrapeSpec(options: ScrapeOptions): ScrapeSpec {
  const spec = {
    ...toSharedScrapeSpec(options, options.location ?? options.geolocation),
    formats: toCoreFormats(options),
    pdf: { parse: options.parsePDF },
  };
  return withModelTime(spec, options);
}

export function toBatchSpec(request: BatchRequest): BatchSpec {
  return { maxConcurrency: request.maxConcurrency, scrape: toScrapeSpec(request) };
}

/** @param url absolute @throws ApiError 400 if the start URL is deeper than `maxDepth` */
export function toCrawlSpec(request: CrawlRequest, url: string): CrawlSpec {
  if (pathDepth(url) > request.maxDepth) throw refuseField(['url'], 'URL depth exceeds the specified maxDepth');
  const crawlEntireDomain = request.crawlEntireDomain ?? request.allowBackwardLinks;
  return {
    url,
    ...toSharedCrawlSpec(request, { crawlEntireDomain, maxPathDepth: request.maxDepth }),
    sitemap: request.ignoreSitemap ? 'skip' : 'include',
    scrape: toScrapeSpec(request.scrapeOptions),
  };
}
