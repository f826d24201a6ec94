import { Viewport } from '@orbweaver/core';
import { z } from 'zod';
import { absentField, absentMode, ignoredShape, refusingParser } from '../wire/absent-features';
import { actionList, actionOf, checkWaitBudget, screenshotShape } from '../wire/actions';
import { batchShape, ignoreInvalidUrls } from '../wire/batch-fields';
import { listOf, MAX_PREVIEWED_URLS, promptText, storedInt, urlText } from '../wire/bounds';
import { crawlShape, jobShape } from '../wire/crawl-fields';
import { requestShape } from '../wire/request-fields';
import { checkHalfTimeout, MAX_AGE_DESCRIPTION, proxyKind, scrapeShape } from '../wire/scrape-fields';
import { absoluteUrl, targetUrl } from '../wire/target-url';
import { Formats } from './formats';

const TWO_DAYS_MS = 172_800_000;
/** There is only one parser, but repeating it is harmless. */
const MAX_PARSERS = 20;

export const WireAction = actionOf(z.object({ ...screenshotShape, viewport: Viewport.optional() }));

export const Parser = z.union([
  z.literal('pdf', refusingParser),
  z.strictObject({
    type: z.literal('pdf', refusingParser),
    mode: z
      .enum(['fast', 'auto', 'ocr'])
      .optional()
      .describe('Of these only the text layer is read; `ocr` gives a `warning`'),
    maxPages: z.int().min(1).max(10_000).optional().describe('Pages to read, and to bill, at most'),
    pages: absentField('Markdown of every page of its own'),
    pageMarkdown: absentField('Markdown of every page of its own'),
    pageMarkers: absentField('Marking where pages begin'),
    blocks: absentField('The blocks of a layout'),
  }),
]);

const optionsShape = {
  formats: Formats,
  ...scrapeShape,
  maxAge: z.int().min(0).default(TWO_DAYS_MS).describe(MAX_AGE_DESCRIPTION),
  skipTlsVerification: z.boolean().default(true).describe('Accept any certificate'),
  parsers: listOf(Parser, MAX_PARSERS)
    .default(['pdf'])
    .describe('`pdf`: PDFs become Markdown, 1 credit a page; none: the file itself, base64, 1 credit'),
  actions: actionList(WireAction),
  proxy: proxyKind.default('auto'),
  minAge: absentField('Answering from the cache only'),
  lockdown: absentField('Answering from the cache only'),
  redactPII: absentField('Redacting personal data'),
  checkPromptInjection: absentField('Checking for prompt injection'),
  onlyCleanContent: absentField('Cleaning content by a language model'),
  profile: absentField('Keeping a browser profile'),
  threatProtection: absentMode('Threat protection'),
  auditMetadata: absentField('Keeping audit metadata'),
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
export type ScrapeOptions = z.output<typeof ScrapeOptions>;

export const ScrapeRequest = z
  .strictObject({ url: targetUrl.describe('The page'), ...optionsShape, ...requestShape })
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
    .describe('What to crawl, in words: options that are not set here are made of it; needs a language model'),
  sitemap: z
    .enum(['include', 'skip', 'only'])
    .default('include')
    .describe('`include`: sitemap and links; `skip`: links only; `only`: the start URL and the sitemap'),
  crawlEntireDomain: z
    .boolean()
    .default(false)
    .describe('Take sibling and parent paths too, not only those below the start URL'),
  ...jobShape,
  scrapeOptions: ScrapeOptions.prefault({}).describe('How every page is scraped'),
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
        depth: storedInt(0).optional().describe('Hops from the start URL; 0: an entry of a sitemap'),
        foundOn: absoluteUrl.optional().describe('The page that links to it; without it some page of the site'),
      }),
    ]),
    MAX_PREVIEWED_URLS,
  )
    .min(1)
    .describe('Absolute URLs to judge; nothing is fetched'),
});
export type CrawlPreviewRequest = z.output<typeof CrawlPreviewRequest>;
