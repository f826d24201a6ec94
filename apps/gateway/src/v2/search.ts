import { type SearchSource, searchSources } from '@orbweaver/search';
import { z } from 'zod';
import { absentField, ignored } from '../wire/absent-features';
import { listOf, MAX_WORDS, NAME_MAX_CHARS, text } from '../wire/bounds';
import { exampleId } from '../wire/examples';
import { requestShape } from '../wire/request-fields';
import { domainList, SEARCH_LIMIT_MAX, searchShape } from '../wire/search-fields';
import {
  type ScrapedHit,
  type SearchOutcome,
  type SearchVersion,
  searchCategories,
  warnOfIgnored,
} from '../wire/search-submission';
import { warningOf } from '../wire/warning-of';
import { listJson, writeHit } from '../wire/write-hit';
import { Document } from './answers';
import { HitOptions } from './requests';
import { toScrapeSpec } from './to-core';

const LIMIT_DEFAULT = 10;
/** A catalogue of tools, which the MCP server adds to the sources of each search. */
const TOOL_SOURCE = 'alexandria';

/** A name, or an object with it. Further options of the object are ignored with a warning. */
const named = <const N extends readonly string[]>(names: N) =>
  z.union([z.enum(names), z.object({ type: z.enum(names) })]);

const SearchRequest = z
  .strictObject({
    ...searchShape,
    limit: z
      .int()
      .min(1)
      .max(SEARCH_LIMIT_MAX)
      .default(LIMIT_DEFAULT)
      .describe('Maximum number of results of each source'),
    sources: listOf(named([...searchSources, TOOL_SOURCE]), MAX_WORDS)
      .min(1)
      .default(['web'])
      .describe('Kinds of results: `web`, `news`, `images`. `alexandria` of the MCP server is ignored with a warning'),
    categories: listOf(named(searchCategories), MAX_WORDS)
      .default([])
      .describe('Only results of these kinds of sites: `github`, `research`, `pdf`, `developer`'),
    includeDomains: domainList.optional().describe('Only results of these domains and their subdomains'),
    excludeDomains: domainList.optional().describe('No results of these domains and their subdomains'),
    enterprise: listOf(z.enum(['default', 'anon', 'zdr']), MAX_WORDS)
      .optional()
      .describe('`zdr`: same as `zeroDataRetention`. Others have no effect'),
    highlights: z.boolean().optional().describe(ignored),
    domainTools: z.boolean().optional().describe(ignored),
    toolDetail: text(NAME_MAX_CHARS).optional().describe(ignored),
    threatProtection: absentField('Threat protection'),
    scrapeOptions: HitOptions.prefault({}).describe('Options for scraping the results of web and news'),
    ...requestShape,
  })
  .superRefine(({ includeDomains = [], excludeDomains = [] }, context) => {
    if (includeDomains.length === 0 || excludeDomains.length === 0) return;
    const message = 'includeDomains and excludeDomains cannot both be specified';
    context.addIssue({ code: 'custom', path: ['excludeDomains'], message });
  });
type SearchRequest = z.output<typeof SearchRequest>;

const hitShape = { ...Document.partial().shape, category: z.enum(searchCategories).optional() };

const Searched = z.object({
  success: z.literal(true),
  id: z.uuid(),
  creditsUsed: z.int().describe('For the search and its pages'),
  warning: z.string().optional().describe('Ignored options, and sources that failed'),
  data: z.object({
    web: z
      .array(z.object({ ...hitShape, url: z.string(), title: z.string(), description: z.string(), position: z.int() }))
      .optional(),
    news: z
      .array(
        z.object({
          ...hitShape,
          url: z.string(),
          title: z.string(),
          snippet: z.string(),
          date: z.iso.datetime().optional(),
          imageUrl: z.string().optional(),
          position: z.int(),
        }),
      )
      .optional(),
    images: z
      .array(
        z.object({
          url: z.string().describe('Page with the image'),
          title: z.string(),
          imageUrl: z.string(),
          imageWidth: z.int().optional(),
          imageHeight: z.int().optional(),
          position: z.int(),
        }),
      )
      .optional(),
  }),
});

const typeOf = <T extends string>(item: T | { type: T }): T => (typeof item === 'string' ? item : item.type);

export const search: SearchVersion<SearchRequest> = {
  SearchRequest,
  Searched,
  example: {
    success: true,
    id: exampleId,
    creditsUsed: 2,
    data: {
      web: [
        {
          url: 'https://example.com/spiders',
          title: 'Orb weavers',
          description: 'Spiders that build webs.',
          position: 1,
        },
      ],
    },
  },
  toSubmission: (body) => ({
    query: body.query,
    limit: body.limit,
    sources: searchSources.filter((source) => body.sources.map(typeOf).includes(source)),
    categories: [...new Set(body.categories.map(typeOf))],
    includeDomains: body.includeDomains ?? [],
    excludeDomains: body.excludeDomains ?? [],
    tbs: body.tbs,
    lang: body.lang,
    country: body.country,
    timeoutMs: body.timeout,
    ignoreInvalidURLs: body.ignoreInvalidURLs,
    scrape: body.scrapeOptions.formats.length === 0 ? undefined : toScrapeSpec(body.scrapeOptions),
    origin: body.origin,
    integration: body.integration,
    zeroDataRetention: body.zeroDataRetention || (body.enterprise?.includes('zdr') ?? false),
    warnings: [
      ...warnOfIgnored(body),
      ...(body.sources.map(typeOf).includes(TOOL_SOURCE) ? [`The source ${TOOL_SOURCE} is not available.`] : []),
    ],
  }),
  write: async ({ id, hits, creditsUsed, warnings }, { scrape: spec }, version) => {
    const lists = await Promise.all(
      (Object.entries(hits) as [SearchSource, ScrapedHit[]][]).map(async ([source, list]) => {
        const written = list.map((hit, index) => writeHit(fieldsOf[source](hit, index + 1), hit, { version, spec }));
        return Buffer.concat([Buffer.from(`"${source}":`), listJson(await Promise.all(written))]);
      }),
    );
    const data = lists.flatMap((list, index) => (index === 0 ? [list] : [Buffer.from(','), list]));
    const rest = JSON.stringify({ ...warningOf(...warnings), id, creditsUsed }).slice(1);
    return Buffer.concat([Buffer.from('{"success":true,"data":{'), ...data, Buffer.from(`},${rest}`)]);
  },
};

const fieldsOf: Record<keyof SearchOutcome['hits'], (hit: ScrapedHit, position: number) => object> = {
  web: ({ url, title, description, category }, position) => ({ url, title, description, position, category }),
  news: ({ url, title, description, publishedAt, image, category }, position) => ({
    url,
    title,
    snippet: description,
    date: publishedAt,
    imageUrl: image?.url,
    position,
    category,
  }),
  images: ({ url, title, image }, position) => ({
    url,
    title,
    imageUrl: image?.url,
    imageWidth: image?.width,
    imageHeight: image?.height,
    position,
  }),
};
