import type { CrawlSpec, ScrapeSpec } from '@orbweaver/core';

/** Scrape options with the same names in both versions. */
export function writeSharedScrapeOptions(spec: ScrapeSpec): object {
  return {
    onlyMainContent: spec.onlyMainContent,
    includeTags: spec.includeTags,
    excludeTags: spec.excludeTags,
    headers: spec.headers,
    waitFor: spec.waitForMs,
    mobile: spec.mobile,
    skipTlsVerification: spec.skipTlsVerification,
    timeout: spec.timeoutMs,
    maxAge: spec.maxAgeMs,
    actions: spec.actions,
    location: spec.location,
    removeBase64Images: spec.removeBase64Images,
    blockAds: spec.blockAds,
    proxy: spec.proxy,
    storeInCache: spec.storeInCache,
  };
}

/** Crawl options with the same names in both versions. */
export function writeSharedCrawlOptions(spec: CrawlSpec): object {
  const { scope } = spec;
  return {
    includePaths: scope.includePaths,
    excludePaths: scope.excludePaths,
    regexOnFullURL: scope.regexOnFullURL,
    maxDiscoveryDepth: scope.maxDiscoveryDepth,
    allowExternalLinks: scope.allowExternalLinks,
    allowSubdomains: scope.allowSubdomains,
    ignoreQueryParameters: scope.ignoreQueryParameters,
    deduplicateSimilarURLs: scope.deduplicateSimilarURLs,
    ignoreRobotsTxt: spec.ignoreRobotsTxt,
    robotsUserAgent: spec.robotsUserAgent,
    limit: spec.limit,
    delay: spec.delaySeconds,
    maxConcurrency: spec.maxConcurrency,
  };
}
