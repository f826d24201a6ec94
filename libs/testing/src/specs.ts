import type { CrawlScope, ScrapeSpec } from '@orbweaver/core';

/** A complete specification: the defaults of a v2 body, without the cache, plus `changes`. */
export function scrapeSpec(changes: Partial<ScrapeSpec> = {}): ScrapeSpec {
  return {
    formats: [{ type: 'markdown' }],
    onlyMainContent: true,
    includeTags: [],
    excludeTags: [],
    headers: {},
    waitForMs: 0,
    mobile: false,
    skipTlsVerification: true,
    timeoutMs: 30_000,
    pdf: { parse: true },
    actions: [],
    location: { country: 'US-generic', languages: [] },
    removeBase64Images: true,
    blockAds: true,
    proxy: 'auto',
    maxAgeMs: 0,
    storeInCache: true,
    ...changes,
  };
}

/** A scope that admits a whole host. */
export function crawlScope(changes: Partial<CrawlScope> = {}): CrawlScope {
  return {
    includePaths: [],
    excludePaths: [],
    regexOnFullURL: false,
    crawlEntireDomain: true,
    allowExternalLinks: false,
    allowSubdomains: false,
    ignoreQueryParameters: false,
    deduplicateSimilarURLs: true,
    ...changes,
  };
}
