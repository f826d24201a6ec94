import type { CrawlScope, MapSpec, ScrapeSpec } from '@orbweaver/core';
import { z } from 'zod';
import { headerMap, NAME_MAX_CHARS, storedInt, TIMEOUT_DEFAULT_MS, TIMEOUT_MAX_MS, text, textMap } from './bounds';
import { crawlShape } from './crawl-fields';
import { Location } from './location';
import { requestShape } from './request-fields';
import { targetUrl } from './target-url';

const SEARCH_MAX_CHARS = 1000;
const MAX_AUDIT_KEYS = 100;
const MAX_AUDIT_CHARS = 64 * 1024;
const MAP_LIMIT_DEFAULT = 5000;
/** A page that hangs must leave time for others. */
const PAGE_TIMEOUT_MS = 15_000;

const { limit: _, ignoreQueryParameters: __, deduplicateSimilarURLs: ___, url: ____, ...crawlFields } = crawlShape;

/** Fields of both versions: those of maps, and those of crawls. */
export const mapShape = {
  url: targetUrl.describe('Start URL'),
  search: text(SEARCH_MAX_CHARS)
    .optional()
    .describe('Words to rank by: matches in URL, title and description come first. No URL is omitted for them'),
  includeSubdomains: z
    .boolean()
    .default(true)
    .describe('Include hosts of the same registrable domain, not only the host of the start URL'),
  ignoreQueryParameters: z.boolean().default(true).describe('Remove the query of every URL'),
  filterByPath: z.boolean().default(true).describe('Include only URLs below the path of the start URL'),
  timeout: z
    .int()
    .min(1)
    .max(TIMEOUT_MAX_MS)
    .default(TIMEOUT_DEFAULT_MS)
    .describe('Milliseconds until the response. URLs found by then are returned with a `warning`'),
  location: Location.optional(),
  headers: headerMap.default({}).describe('Headers sent with the pages that are read for links'),
  ignoreCache: z.boolean().default(false).describe('Omit URLs that are only known from earlier jobs of the team'),
  useIndex: z.boolean().default(true).describe('`false` has the effect of `ignoreCache`'),
  auditMetadata: textMap(z.record(text(NAME_MAX_CHARS), text(NAME_MAX_CHARS)), MAX_AUDIT_KEYS, MAX_AUDIT_CHARS)
    .optional()
    .describe('Not available in this installation; ignored with a `warning`'),
  ...crawlFields,
  deduplicateSimilarURLs: z
    .boolean()
    .optional()
    .describe('Treat URLs that differ only in scheme, www prefix, trailing slash or index file as one'),
  ...requestShape,
};

type MapFields = z.output<z.ZodObject<typeof mapShape>>;

/** The fields that differ between versions. */
interface VersionFields extends Pick<MapSpec, 'limit' | 'sitemap' | 'includesStart'> {
  crawlEntireDomain: boolean | undefined;
  maxPathDepth?: number | undefined;
  deduplicateSimilarURLs: boolean;
  /** The defaults of the version. */
  scrape: ScrapeSpec;
}

/** @param url the start URL with a scheme */
export function toSharedMapSpec(request: MapFields, url: string, fields: VersionFields): MapSpec {
  const { crawlEntireDomain, maxPathDepth, deduplicateSimilarURLs, scrape, ...versioned } = fields;
  const scope: CrawlScope = {
    includePaths: request.includePaths,
    excludePaths: request.excludePaths,
    regexOnFullURL: request.regexOnFullURL,
    crawlEntireDomain: true,
    allowExternalLinks: request.allowExternalLinks,
    allowSubdomains: request.includeSubdomains || request.allowSubdomains,
    ignoreQueryParameters: request.ignoreQueryParameters,
    deduplicateSimilarURLs,
    ...(request.maxDiscoveryDepth === undefined ? {} : { maxDiscoveryDepth: request.maxDiscoveryDepth }),
    ...(maxPathDepth === undefined ? {} : { maxPathDepth }),
  };
  const { search, robotsUserAgent, delay } = request;
  return {
    url,
    ...versioned,
    ...(search?.trim() ? { search: search.trim() } : {}),
    scope,
    filterByPath: request.filterByPath && crawlEntireDomain !== true,
    usesStoredPages: !request.ignoreCache && request.useIndex,
    ignoreRobotsTxt: request.ignoreRobotsTxt,
    ...(robotsUserAgent === undefined ? {} : { robotsUserAgent }),
    ...(delay === undefined ? {} : { delaySeconds: delay }),
    scrape: { ...scrape, headers: request.headers, maxAgeMs: 0, storeInCache: false, timeoutMs: PAGE_TIMEOUT_MS },
  };
}

/** Links of this distance from the start page are read. */
const DISCOVERY_DEPTH = 2;

/** Names options of the request that have no effect on a map. */
export function warnOfMapOptions({ auditMetadata, maxDiscoveryDepth = 0 }: MapFields): string | undefined {
  const texts = [
    ...(auditMetadata === undefined ? [] : ['auditMetadata is not available in this installation and was ignored.']),
    ...(maxDiscoveryDepth > DISCOVERY_DEPTH
      ? [
          `maxDiscoveryDepth above ${DISCOVERY_DEPTH} has no effect on a map, which reads the start page and the pages it links to.`,
        ]
      : []),
  ];
  return texts.length === 0 ? undefined : texts.join(' ');
}

export const mapLimit = (max: number) =>
  storedInt(1).max(max).default(MAP_LIMIT_DEFAULT).describe('Maximum number of URLs');

export interface MapFieldsOfRequest extends MapFields {
  limit: number;
}
