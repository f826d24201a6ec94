import type { CrawlScope } from '../src/crawl/crawl-spec';
import type { MapSpec } from '../src/map/map-spec';

export function docsMap(
  url: string,
  { filterByPath = true, ...scope }: Partial<CrawlScope> & { filterByPath?: boolean } = {},
): MapSpec {
  return {
    url,
    limit: 5000,
    sitemap: 'include',
    filterByPath,
    includesStart: false,
    usesStoredPages: true,
    ignoreRobotsTxt: false,
    scope: {
      includePaths: [],
      excludePaths: [],
      regexOnFullURL: false,
      crawlEntireDomain: true,
      allowExternalLinks: false,
      allowSubdomains: true,
      ignoreQueryParameters: true,
      deduplicateSimilarURLs: false,
      ...scope,
    },
    scrape: {
      formats: [],
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      headers: {},
      waitForMs: 0,
      mobile: false,
      skipTlsVerification: true,
      timeoutMs: 15_000,
      pdf: { parse: true },
      actions: [],
      location: { country: 'US-generic', languages: [] },
      removeBase64Images: true,
      blockAds: true,
      proxy: 'auto',
      maxAgeMs: 0,
      storeInCache: false,
    },
  };
}
