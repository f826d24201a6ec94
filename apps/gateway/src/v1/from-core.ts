import type { CrawlSpec, Format, ScrapeSpec } from '@orbweaver/core';
import { scopeInCommon, scrapeOptionsInCommon } from '../wire/from-core';

/** The options of a crawl as a v1 caller writes them. A v2 crawl has no bound on path depth, so none is shown. */
export function writeCrawlOptions(spec: CrawlSpec): object {
  return {
    ...scopeInCommon(spec),
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
    ...scrapeOptionsInCommon(spec),
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

/** v1 names the extraction `llm_extraction` as well as by its format. Parses the document, so only where one was asked for. */
export function addExtraction(json: Buffer): Buffer {
  const document = JSON.parse(json.toString('utf8')) as Record<string, unknown>;
  const extraction = document.json ?? document.extract;
  return extraction === undefined ? json : Buffer.from(JSON.stringify({ ...document, llm_extraction: extraction }));
}
