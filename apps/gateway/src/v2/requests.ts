import { Viewport } from '@orbweaver/core';
import { z } from 'zod';
import { absentField, absentMode, ignoredShape } from '../wire/absent-features';
import { actionList, actionOf, checkWaitBudget, screenshotShape } from '../wire/actions';
import { batchShape, ignoreInvalidUrls } from '../wire/batch-fields';
import { listOf, MAX_PREVIEWED_URLS, promptText, storedInt, urlText } from '../wire/bounds';
import { crawlShape, jobShape } from '../wire/crawl-fields';
import { absentContentShape, auditMetadata, parsersShape } from '../wire/parsers';
import { requestShape } from '../wire/request-fields';
import { checkHalfTimeout, MAX_AGE_DESCRIPTION, proxyKind, scrapeShape } from '../wire/scrape-fields';
import { noFormats } from '../wire/search-fields';
import { absoluteUrl, targetUrl } from '../wire/target-url';
import { Formats } from './formats';

const TWO_DAYS_MS = 172_800_000;
export const WireAction = actionOf(z.object({ ...screenshotShape, viewport: Viewport.optional() }));

const optionsShape = {
  formats: Formats,
  ...scrapeShape,
  maxAge: z.int().min(0).default(TWO_DAYS_MS).describe(MAX_AGE_DESCRIPTION),
  skipTlsVerification: z.boolean().default(true).describe('Skip verification of TLS certificates'),
  ...parsersShape,
  actions: actionList(WireAction),
  proxy: proxyKind.default('auto'),
  minAge: absentField('Reading only from the cache'),
  lockdown: absentField('Reading only from the cache'),
  ...absentContentShape,
  profile: absentField('Keeping a browser profile'),
  threatProtection: absentMode('Threat protection'),
  auditMetadata,
  domainTools: absentField('Listing tools of the site'),
  toolDetail: absentField('Listing tools of the site'),
  ...ignoredShape,
};

type Options = z.output<z.ZodObject<typeof optionsShape>>;

function checkOptions(options: Options, context: z.RefinementCtx): void {
  if (options.timeout !== undefined) checkHalfTimeout(options.waitFor, options.timeout, context);
  checkWaitBudget(options, context);
}

export const ScrapeOptions = z.strictObject(optionsShape).superRefine(checkOptions);

/** Options for the hits of a search. */
export const HitOptions = z.strictObject({ ...optionsShape, formats: noFormats(Formats) }).superRefine(checkOptions);
export type ScrapeOptions = z.output<typeof ScrapeOptions>;

export const ScrapeRequest = z
  .strictObject({ url: targetUrl.describe('URL of the page'), ...optionsShape, ...requestShape })
  .superRefine(checkOptions);
export type ScrapeRequest = z.output<typeof ScrapeRequest>;

export const BatchRequest = z
  .strictObject({
    ...batchShape,
    ignoreInvalidURLs: ignoreInvalidUrls(true),
    ...optionsShape,
    ...requestShape,
  })
  .superRefine(checkOptions);
export type BatchRequest = z.output<typeof BatchRequest>;

export const CrawlRequest = z.strictObject({
  ...crawlShape,
  prompt: promptText
    .nullish()
    .describe('What to crawl, in natural language. Generates options that are not set. Requires a language model'),
  sitemap: z
    .enum(['include', 'skip', 'only'])
    .default('include')
    .describe('`include`: sitemaps and links; `skip`: only links; `only`: the start URL and sitemaps'),
  crawlEntireDomain: z
    .boolean()
    .default(false)
    .describe('Also crawl sibling and parent paths, not only paths below the start URL'),
  ...jobShape,
  scrapeOptions: ScrapeOptions.prefault({}).describe('Options for scraping each page'),
  ...requestShape,
});
export type CrawlRequest = z.output<typeof CrawlRequest>;

export const CrawlPreviewRequest = z.strictObject({
  ...CrawlRequest.omit({ prompt: true }).shape,
  urls: listOf(
    z.union([
      urlText,
      z.strictObject({
        url: urlText,
        depth: storedInt(0).optional().describe('Links from the start URL; 0: found in a sitemap'),
        foundOn: absoluteUrl.optional().describe('The page that links to it. Default: any page of the site'),
      }),
    ]),
    MAX_PREVIEWED_URLS,
  )
    .min(1)
    .describe('Absolute URLs to check, without fetching them'),
});
export type CrawlPreviewRequest = z.output<typeof CrawlPreviewRequest>;
