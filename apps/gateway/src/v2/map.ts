import { MapLink } from '@orbweaver/core';
import { z } from 'zod';
import { absentMode } from '../wire/absent-features';
import { exampleId } from '../wire/examples';
import { mapLimit, mapShape, toSharedMapSpec } from '../wire/map-fields';
import type { MapVersion } from '../wire/map-version';
import { ScrapeOptions } from './requests';
import { toScrapeSpec } from './to-core';

const MAX_LIMIT = 100_000;

export const MapRequest = z.strictObject({
  ...mapShape,
  limit: mapLimit(MAX_LIMIT),
  sitemap: z
    .enum(['include', 'skip', 'only'])
    .default('include')
    .describe(
      '`include`: sitemaps, links and earlier jobs of the team; `skip`: without sitemaps; `only`: only sitemaps',
    ),
  crawlEntireDomain: z.boolean().optional().describe('`true` has the effect of `filterByPath: false`'),
  threatProtection: absentMode('Threat protection'),
});
export type MapRequest = z.output<typeof MapRequest>;

export const Mapped = z.object({
  success: z.literal(true),
  id: z.uuid(),
  links: z.array(MapLink).describe('In order of discovery, or by rank with `search`'),
  warning: z.string().optional().describe('Why URLs may be missing, and options without effect'),
});

export const mapV2: MapVersion<MapRequest> = {
  name: 'v2',
  MapRequest,
  toMapSpec: (request, url) =>
    toSharedMapSpec(request, url, {
      limit: request.limit,
      sitemap: request.sitemap,
      includesStart: false,
      crawlEntireDomain: request.crawlEntireDomain,
      deduplicateSimilarURLs: request.deduplicateSimilarURLs ?? false,
      scrape: toScrapeSpec(ScrapeOptions.parse({ formats: [], location: request.location })),
    }),
  answer: {
    schema: Mapped,
    example: {
      success: true,
      id: exampleId,
      links: [
        { url: 'https://example.com/pricing', title: 'Pricing', description: 'Plans and prices' },
        { url: 'https://example.com/about' },
      ],
    },
  },
  writeHead: (id) => ({ success: true, id }),
  writeLinks: (part) => part,
};
