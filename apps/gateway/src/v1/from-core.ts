import type { CrawlSpec, Format, ScrapeSpec } from '@orbweaver/core';
import type { CreditBalance } from '@orbweaver/persistence';
import { countCredits } from '../wire/credits';
import { writeSharedCrawlOptions, writeSharedScrapeOptions } from '../wire/from-core';

/** Crawl options in v1 notation, without `maxDepth` for a crawl started by v2. */
export function writeCrawlOptions(spec: CrawlSpec): object {
  return {
    ...writeSharedCrawlOptions(spec),
    maxDepth: spec.scope.maxPathDepth,
    ignoreSitemap: spec.sitemap === 'skip',
    crawlEntireDomain: spec.scope.crawlEntireDomain,
    allowBackwardLinks: spec.scope.crawlEntireDomain,
    scrapeOptions: writeScrapeOptions(spec.scrape),
  };
}

function writeScrapeOptions(spec: ScrapeSpec): object {
  return {
    formats: spec.formats.map(writeFormatName),
    ...Object.assign({}, ...spec.formats.map(writeFormatOptions)),
    ...writeSharedScrapeOptions(spec),
    parsePDF: spec.pdf.parse,
  };
}

function writeFormatName(format: Format): string {
  if (format.type === 'screenshot') return format.fullPage ? 'screenshot@fullPage' : 'screenshot';
  return format.type === 'json' ? (format.key ?? 'json') : format.type;
}

function writeFormatOptions(format: Format): object {
  if (format.type === 'json') {
    const options = { schema: format.schema, prompt: format.prompt };
    return format.key === 'extract' ? { extract: options } : { jsonOptions: options };
  }
  if (format.type !== 'changeTracking') return {};
  const { type: _, ...options } = format;
  return { changeTrackingOptions: options };
}

export function writeCreditUsage(balance: CreditBalance): object {
  const { remaining, plan } = countCredits(balance);
  const period = { billing_period_start: null, billing_period_end: null };
  return { success: true, data: { remaining_credits: remaining, plan_credits: plan, ...period } };
}

/** Adds `llm_extraction` (v1). Parses the whole document, so call it only for documents with an extraction. */
export function addExtraction(json: Buffer): Buffer {
  const document = JSON.parse(json.toString('utf8')) as Record<string, unknown>;
  const extraction = document.json ?? document.extract;
  return extraction === undefined ? json : Buffer.from(JSON.stringify({ ...document, llm_extraction: extraction }));
}
