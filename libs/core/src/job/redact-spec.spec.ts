import type { CrawlScope } from '../crawl/crawl-spec';
import { deadlineMs, type ScrapeSpec } from '../scrape/scrape-spec';
import { JobSpec } from './job';
import { redactSpec } from './redact-spec';

const scrape: ScrapeSpec = {
  onlyMainContent: true,
  mobile: false,
  skipTlsVerification: true,
  timeoutMs: 30_000,
  removeBase64Images: true,
  blockAds: true,
  proxy: 'auto',
  maxAgeMs: 0,
  storeInCache: true,
  formats: [
    { type: 'markdown' },
    { type: 'screenshot', fullPage: true, quality: 80 },
    { type: 'attributes', selectors: [{ selector: '.secret', attribute: 'data-secret' }] },
    { type: 'json', key: 'extract', schema: { secret: 1 }, prompt: 'secret' },
    { type: 'changeTracking', modes: ['json'], schema: { secret: 1 }, prompt: 'secret', tag: 'secret' },
  ],
  includeTags: ['.secret'],
  excludeTags: ['#secret'],
  headers: { 'x-secret': 'secret' },
  waitForMs: 500,
  pdf: { parse: true, maxPages: 3 },
  actions: [
    { type: 'wait', milliseconds: 250 },
    { type: 'write', text: 'secret' },
  ],
  location: { country: 'DE', languages: ['secret'] },
};

const scope: CrawlScope = {
  includePaths: ['secret'],
  excludePaths: ['secret'],
  regexOnFullURL: false,
  crawlEntireDomain: true,
  allowExternalLinks: false,
  allowSubdomains: false,
  ignoreQueryParameters: false,
  deduplicateSimilarURLs: true,
};

const specs: JobSpec[] = [
  { kind: 'scrape', url: 'http://secret/', scrape },
  { kind: 'batch', maxConcurrency: 3, scrape },
  {
    kind: 'crawl',
    url: 'http://secret/',
    scope,
    sitemap: 'include',
    limit: 7,
    requestedLimit: 10_000,
    ignoreRobotsTxt: false,
    robotsUserAgent: 'secret',
    scrape,
  },
];

describe('redactSpec', () => {
  it.each(specs.map((spec) => [spec.kind, spec] as const))(
    'returns a valid spec of a %s without any text of the caller',
    (_, spec) => {
      const redacted = redactSpec(spec);
      expect(JobSpec.parse(redacted)).toEqual(redacted);
      expect(JSON.stringify(redacted)).not.toContain('secret');
      expect(deadlineMs(redacted.scrape)).toBe(deadlineMs(spec.scrape));
      expect(redacted.scrape).toMatchObject({ timeoutMs: scrape.timeoutMs, pdf: scrape.pdf, proxy: scrape.proxy });
      expect(redacted.scrape.formats.map(({ type }) => type)).toEqual(scrape.formats.map(({ type }) => type));
    },
  );
});
