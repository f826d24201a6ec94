import type { Format } from '../src/scrape/formats';
import type { CacheQuestion } from '../src/scrape/page-cache';
import type { ScrapeSpec } from '../src/scrape/scrape-spec';

export const HOUR_MS = 3_600_000;

export const plain: ScrapeSpec = {
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
  location: { country: 'US', languages: ['en'] },
  removeBase64Images: true,
  blockAds: true,
  proxy: 'auto',
  maxAgeMs: 24 * HOUR_MS,
  storeInCache: true,
};

export const ask = (changes: Partial<ScrapeSpec> = {}, url = 'https://a.test/page'): CacheQuestion => ({
  url,
  spec: { ...plain, ...changes },
  teamId: 'a-team',
});
export const withScreenshot = (
  changes: Partial<Extract<Format, { type: 'screenshot' }>> = {},
): Pick<ScrapeSpec, 'formats'> => ({
  formats: [{ type: 'markdown' }, { type: 'screenshot', fullPage: false, ...changes }],
});
