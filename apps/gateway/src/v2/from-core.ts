import type { CrawlSpec, ScrapeSpec } from '@orbweaver/core';
import type { CreditBalance } from '@orbweaver/persistence';
import { countCredits } from '../wire/credits';
import { writeSharedCrawlOptions, writeSharedScrapeOptions } from '../wire/from-core';

export function writeCrawlOptions(spec: CrawlSpec): Record<string, unknown> {
  return {
    ...writeSharedCrawlOptions(spec),
    crawlEntireDomain: spec.scope.crawlEntireDomain,
    sitemap: spec.sitemap,
    scrapeOptions: writeScrapeOptions(spec.scrape),
  };
}

export function writeScrapeOptions(spec: ScrapeSpec): Record<string, unknown> {
  return {
    formats: spec.formats.map((format) => (format.type === 'json' ? { ...format, key: undefined } : format)),
    ...writeSharedScrapeOptions(spec),
    parsers: writeParsers(spec.pdf),
  };
}

function writeParsers({ parse, ...options }: ScrapeSpec['pdf']): unknown[] {
  if (!parse) return [];
  return [Object.keys(options).length === 0 ? 'pdf' : { type: 'pdf', ...options }];
}

export function writeCreditUsage(balance: CreditBalance): object {
  const { remaining, plan } = countCredits(balance);
  const period = { billingPeriodStart: null, billingPeriodEnd: null };
  return { success: true, data: { remainingCredits: remaining, planCredits: plan, ...period } };
}
