import type { BatchSpec, CrawlSpec, ScrapeSpec } from '@orbweaver/core';
import { toPdf } from '../wire/parsers';
import { toSharedCrawlSpec, toSharedScrapeSpec, withModelTime } from '../wire/to-core';
import { toCoreFormats } from './formats';
import type { BatchRequest, CrawlRequest, ScrapeOptions } from './requests';

export function toScrapeSpec(options: ScrapeOptions): ScrapeSpec {
  const formats = toCoreFormats(options.formats);
  return withModelTime({ ...toSharedScrapeSpec(options), formats, pdf: toPdf(options.parsers) }, options);
}

export function toBatchSpec(request: BatchRequest): BatchSpec {
  return { maxConcurrency: request.maxConcurrency, scrape: toScrapeSpec(request) };
}

/** @param url absolute */
export function toCrawlSpec(request: CrawlRequest, url: string): CrawlSpec {
  return {
    url,
    ...toSharedCrawlSpec(request, { crawlEntireDomain: request.crawlEntireDomain }),
    sitemap: request.sitemap,
    scrape: toScrapeSpec(request.scrapeOptions),
  };
}
