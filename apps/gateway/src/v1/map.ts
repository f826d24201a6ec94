import { z } from 'zod';
import { storedInt } from '../wire/bounds';
import { mapLimit, mapShape, toSharedMapSpec } from '../wire/map-fields';
import { type MapVersion, parseLinks } from '../wire/map-version';
import { ScrapeOptions } from './requests';
import { toScrapeSpec } from './to-core';

const MAX_LIMIT = 30_000;

export const MapRequest = z.strictObject({
  ...mapShape,
  limit: mapLimit(MAX_LIMIT),
  ignoreSitemap: z.boolean().default(false).describe('Ignore sitemaps'),
  sitemapOnly: z.boolean().default(false).describe('Return only URLs of sitemaps. Overrides `ignoreSitemap`'),
  maxDepth: storedInt(0).optional().describe('Maximum number of path segments of a URL'),
  crawlEntireDomain: z.boolean().optional().describe('`true` has the effect of `filterByPath: false`'),
  allowBackwardLinks: z.boolean().optional().describe('Older name of `crawlEntireDomain`'),
});
export type MapRequest = z.output<typeof MapRequest>;

export const Mapped = z.object({
  success: z.literal(true),
  links: z.array(z.string()).describe('The start URL, then the others in order of discovery, or by rank with `search`'),
  warning: z.string().optional().describe('Why URLs may be missing, and options without effect'),
});

export const mapV1: MapVersion<MapRequest> = {
  name: 'v1',
  MapRequest,
  toMapSpec: (request, url) =>
    toSharedMapSpec(request, url, {
      limit: request.limit,
      sitemap: request.sitemapOnly ? 'only' : request.ignoreSitemap ? 'skip' : 'include',
      includesStart: true,
      crawlEntireDomain: request.crawlEntireDomain ?? request.allowBackwardLinks,
      maxPathDepth: request.maxDepth,
      deduplicateSimilarURLs: request.deduplicateSimilarURLs ?? true,
      scrape: toScrapeSpec(ScrapeOptions.parse({ formats: [], location: request.location })),
    }),
  answer: {
    schema: Mapped,
    example: { success: true, links: ['https://example.com', 'https://example.com/pricing'] },
  },
  writeHead: () => ({ success: true }),
  writeLinks: (part) => JSON.stringify(parseLinks(part).map(({ url }) => url)),
};
