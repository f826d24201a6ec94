import type { CrawlScope } from '../crawl/crawl-spec';
import { explicitWaitMs } from '../scrape/actions';
import type { Format } from '../scrape/formats';
import type { ScrapeSpec } from '../scrape/scrape-spec';
import type { JobSpec } from './job';

/**
 * The storable part of an ephemeral job's spec: switches, numbers and times. Omits all text of the caller (URLs,
 * headers, selectors, scripts, patterns, schemas, prompts).
 */
export function redactSpec(spec: JobSpec): JobSpec {
  const scrape = redactScrape(spec.scrape);
  const { kind } = spec;
  if (kind === 'scrape') return { kind, url: '', scrape };
  const pace = spec.maxConcurrency === undefined ? {} : { maxConcurrency: spec.maxConcurrency };
  if (kind === 'batch') return { kind, ...pace, scrape };
  const { sitemap, limit, requestedLimit, ignoreRobotsTxt, scope } = spec;
  return {
    kind,
    url: '',
    scope: redactScope(scope),
    sitemap,
    limit,
    ...(requestedLimit === undefined ? {} : { requestedLimit }),
    ignoreRobotsTxt,
    ...pace,
    scrape,
  };
}

/** Lists every field: whoever adds one decides here whether it may be stored. */
function redactScope(scope: CrawlScope): CrawlScope {
  return {
    includePaths: [],
    excludePaths: [],
    regexOnFullURL: scope.regexOnFullURL,
    maxDiscoveryDepth: scope.maxDiscoveryDepth,
    maxPathDepth: scope.maxPathDepth,
    crawlEntireDomain: scope.crawlEntireDomain,
    allowExternalLinks: scope.allowExternalLinks,
    allowSubdomains: scope.allowSubdomains,
    ignoreQueryParameters: scope.ignoreQueryParameters,
    deduplicateSimilarURLs: scope.deduplicateSimilarURLs,
  } satisfies Record<keyof Required<CrawlScope>, unknown>;
}

function redactScrape(spec: ScrapeSpec): ScrapeSpec {
  return {
    formats: spec.formats.map(redactFormat),
    onlyMainContent: spec.onlyMainContent,
    includeTags: [],
    excludeTags: [],
    headers: {},
    waitForMs: spec.waitForMs + explicitWaitMs(spec.actions),
    mobile: spec.mobile,
    skipTlsVerification: spec.skipTlsVerification,
    timeoutMs: spec.timeoutMs,
    pdf: spec.pdf,
    actions: [],
    location: { country: spec.location.country, languages: [] },
    removeBase64Images: spec.removeBase64Images,
    blockAds: spec.blockAds,
    proxy: spec.proxy,
    maxAgeMs: spec.maxAgeMs,
    storeInCache: spec.storeInCache,
  };
}

function redactFormat(format: Format): Format {
  switch (format.type) {
    case 'json':
      return format.key === undefined ? { type: 'json' } : { type: 'json', key: format.key };
    case 'changeTracking':
      return { type: 'changeTracking', modes: format.modes, tag: null };
    case 'attributes':
      return { type: 'attributes', selectors: [] };
    case 'screenshot':
    case 'markdown':
    case 'html':
    case 'rawHtml':
    case 'links':
    case 'images':
    case 'summary':
    case 'branding':
      return format;
  }
}
