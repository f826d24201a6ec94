import { z } from 'zod';
import { absentField, absentSwitch, ignoredShape } from '../wire/absent-features';
import { actionList, checkWaitBudget, V2Action } from '../wire/actions';
import { batchShape, ignoreInvalidUrls } from '../wire/batch-fields';
import { MAX_PREVIEWED_URLS, OUTLINK_MAX_CHARS, promptText, storedInt } from '../wire/bounds';
import { crawlShape, jobShape } from '../wire/crawl-fields';
import { checkHalfTimeout, MAX_AGE_DESCRIPTION, proxyKind, scrapeShape } from '../wire/scrape-fields';
import { senderShape } from '../wire/sender';
import { ABSOLUTE_URL_PATTERN, targetUrl } from '../wire/target-url';
import { Webhook } from '../wire/webhook';
import { zeroDataRetention } from '../wire/zero-data-retention';
import { Formats } from './formats';

const TWO_DAYS_MS = 172_800_000;
/** There is one kind; who repeats it means no harm. */
const MAX_PARSERS = 20;

export const Parser = z.union([
  z.literal('pdf'),
  z.strictObject({
    type: z.literal('pdf'),
    mode: z
      .enum(['fast', 'auto', 'ocr'])
      .optional()
      .describe('Of these only the text layer is read; `ocr` gives a `warning`'),
    maxPages: z.int().min(1).max(10_000).optional().describe('Pages to read, and to bill, at most'),
  }),
]);

const optionsShape = {
  formats: Formats,
  ...scrapeShape,
  maxAge: z.int().min(0).default(TWO_DAYS_MS).describe(MAX_AGE_DESCRIPTION),
  skipTlsVerification: z.boolean().default(true).describe('Accept any certificate'),
  parsers: z
    .array(Parser)
    .max(MAX_PARSERS)
    .default(['pdf'])
    .describe('`pdf`: PDFs become Markdown, 1 credit a page; none: the file itself, base64, 1 credit'),
  actions: actionList(V2Action),
  proxy: proxyKind.default('auto'),
  minAge: absentField('Answering from the cache only'),
  lockdown: absentSwitch('Answering from the cache only'),
  redactPII: absentSwitch('Redacting personal data'),
  checkPromptInjection: absentSwitch('Checking for prompt injection'),
  onlyCleanContent: absentSwitch('Cleaning content by a language model'),
  profile: absentField('Keeping a browser profile'),
  threatProtection: absentField('Threat protection'),
  auditMetadata: absentField('Audit metadata'),
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
  .strictObject({ url: targetUrl.describe('The page'), ...optionsShape, zeroDataRetention, ...senderShape })
  .superRefine(checkOptions);
export type ScrapeRequest = z.output<typeof ScrapeRequest>;

export const BatchRequest = z
  .strictObject({
    ...batchShape,
    ignoreInvalidURLs: ignoreInvalidUrls(true),
    ...optionsShape,
    zeroDataRetention,
    ...senderShape,
  })
  .superRefine(checkOptions);
export type BatchRequest = z.output<typeof BatchRequest>;

export const CrawlRequest = z.strictObject({
  ...crawlShape,
  prompt: promptText
    .meta({ pattern: '^\\s*$' })
    .refine(
      (text) => text.trim() === '',
      'No language model is configured, so a prompt cannot be turned into crawl options',
    )
    .optional()
    .describe('What to crawl, in words; needs a language model'),
  sitemap: z
    .enum(['include', 'skip', 'only'])
    .default('include')
    .describe('`include`: sitemap and links; `skip`: links only; `only`: the start URL and the sitemap'),
  crawlEntireDomain: z
    .boolean()
    .default(false)
    .describe('Take sibling and parent paths too, not only those below the start URL'),
  ...jobShape,
  webhook: Webhook.optional(),
  scrapeOptions: ScrapeOptions.prefault({}).describe('How every page is scraped'),
  zeroDataRetention,
  ...senderShape,
});
export type CrawlRequest = z.output<typeof CrawlRequest>;

const previewedUrl = z.string().max(OUTLINK_MAX_CHARS, `A URL has ${OUTLINK_MAX_CHARS} characters at most`);

export const CrawlPreviewRequest = z.strictObject({
  ...CrawlRequest.shape,
  urls: z
    .array(
      z.union([
        previewedUrl,
        z.strictObject({
          url: previewedUrl,
          depth: storedInt(0).optional().describe('Hops from the start URL; 0: an entry of a sitemap'),
          foundOn: previewedUrl
            .meta({ pattern: ABSOLUTE_URL_PATTERN })
            .refine((url) => /^https?:\/\//i.test(url) && URL.canParse(url), 'Must be an absolute http or https URL')
            .optional()
            .describe('The page that links to it; without it some page of the site'),
        }),
      ]),
    )
    .min(1)
    .max(MAX_PREVIEWED_URLS)
    .describe('Absolute URLs to judge; nothing is fetched'),
});
export type CrawlPreviewRequest = z.output<typeof CrawlPreviewRequest>;
