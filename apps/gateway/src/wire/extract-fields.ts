import type { BatchSpec, CrawlSpec, ScrapeSpec } from '@orbweaver/core';
import { z } from 'zod';
import { absentField, absentMode, ignored } from './absent-features';
import { urlList } from './batch-fields';
import { CRAWL_LIMIT_DEFAULT, promptText, storedInt } from './bounds';
import { jobShape } from './crawl-fields';
import { jsonSchema } from './json-schema';
import type { requestShape } from './request-fields';

/** Marks a URL whose pages are crawled. */
const GLOB = '/*';

/** Client libraries send null for unset fields. */
const nullAsAbsent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

export const extractShape = {
  urls: urlList
    .default([])
    .describe(
      'Pages to extract from, or one URL that ends with `/*`: it is crawled with all pages below its path. Required, unless `enableWebSearch` and `prompt` are set',
    ),
  prompt: nullAsAbsent(promptText).describe('What to extract, in natural language'),
  schema: nullAsAbsent(jsonSchema).describe('JSON Schema of the data of each page'),
  enableWebSearch: z
    .boolean()
    .default(false)
    .describe('Search the web for `prompt` and extract from the results too. Requires a search engine. 2 credits'),
  showSources: z.boolean().default(false).describe('Return the pages that each key of the data comes from'),
  limit: storedInt(1)
    .default(CRAWL_LIMIT_DEFAULT)
    .describe('Maximum number of pages of a URL that ends with `/*`, excluding failed pages'),
  ignoreSitemap: z.boolean().default(false).describe('Crawl without sitemaps. For a URL that ends with `/*`'),
  includeSubdomains: z
    .boolean()
    .default(true)
    .describe('Follow links to hosts of the same registrable domain. For a URL that ends with `/*`'),
  allowExternalLinks: z
    .boolean()
    .default(false)
    .describe('Follow links to other sites, but not links on their pages. For a URL that ends with `/*`'),
  systemPrompt: promptText.nullish().describe(ignored),
  agent: absentField('Extracting with an agent'),
  threatProtection: absentMode('Threat protection'),
  ...jobShape,
};

export const optionsOfPages = 'Options for scraping each page. `formats` has no effect';

type ExtractShape = z.output<z.ZodObject<typeof extractShape>>;

/** Fields of an extract that the gateway reads. */
export interface ExtractFields extends ExtractShape, z.output<z.ZodObject<typeof requestShape>> {
  ignoreInvalidURLs: boolean;
  scrapeOptions: { formats: readonly unknown[] };
}

/** An extract in a version: its schema, and its translation. */
export interface ExtractVersion<E extends ExtractFields = ExtractFields> {
  ExtractRequest: z.ZodType<E>;
  /** With the json format only. */
  toScrapeSpec(body: E): ScrapeSpec;
}

export function checkExtract({ urls, prompt, enableWebSearch }: ExtractShape, context: z.RefinementCtx): void {
  const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['urls'], message });
  if (urls.length === 0 && !(enableWebSearch && prompt?.trim())) {
    refuse('Must have at least one URL, unless enableWebSearch and prompt are set');
  }
  const globs = urls.filter(isGlob).length;
  if (globs > 1) refuse(`Must have at most one URL that ends with /*, not ${globs}. Send one request for each`);
  else if (globs === 1 && urls.length > 1) {
    refuse('A URL that ends with /* is crawled, so it must be the only URL. Send the other URLs in another request');
  }
}

const isGlob = (url: string) => url.trim().endsWith(GLOB);

/** The start URL of the crawl, with its final slash; undefined for a list of pages. */
export function startOfGlob(urls: readonly string[]): string | undefined {
  const [first] = urls;
  return first !== undefined && isGlob(first) ? first.trim().slice(0, -1) : undefined;
}

/** @param url the start URL with a scheme */
export function toExtractCrawl(body: ExtractFields, url: string, spec: BatchSpec): CrawlSpec {
  return {
    ...spec,
    url,
    scope: {
      // The path of the start URL limits its own host only.
      includePaths: body.includeSubdomains || body.allowExternalLinks ? pathsBelow(new URL(url)) : [],
      excludePaths: [],
      regexOnFullURL: false,
      crawlEntireDomain: false,
      allowExternalLinks: body.allowExternalLinks,
      allowSubdomains: body.includeSubdomains,
      ignoreQueryParameters: false,
      deduplicateSimilarURLs: true,
    },
    sitemap: body.ignoreSitemap ? 'skip' : 'include',
    limit: body.limit,
    ignoreRobotsTxt: false,
  };
}

function pathsBelow({ pathname }: URL): string[] {
  const path = pathname.replace(/\/$/, '');
  return path === '' ? [] : [`^${path.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?:/|$)`];
}
