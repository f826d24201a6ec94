import { z } from 'zod';
import { ignored, ignoredShape } from '../wire/absent-features';
import { actionList, actionOf, checkWaitBudget, screenshotShape } from '../wire/actions';
import { batchShape, ignoreInvalidUrls } from '../wire/batch-fields';
import { NAME_MAX_CHARS, promptText, storedInt, TIMEOUT_DEFAULT_MS, text } from '../wire/bounds';
import { crawlShape, jobShape } from '../wire/crawl-fields';
import { Location } from '../wire/location';
import { requestShape } from '../wire/request-fields';
import { checkHalfTimeout, MAX_AGE_DESCRIPTION, proxyKind, scrapeShape } from '../wire/scrape-fields';
import { noFormats } from '../wire/search-fields';
import { targetUrl } from '../wire/target-url';
import { ChangeTrackingOptions, checkFormats, ExtractOptions, Formats } from './formats';

export const WireAction = actionOf(z.object(screenshotShape));

const MAX_DEPTH_DEFAULT = 10;
const AGENT_MODEL = 'fire-1';

export const extractionShape = {
  jsonOptions: ExtractOptions.optional().describe('Options of the format `json`'),
  extract: ExtractOptions.optional().describe('Options of the format `extract`, the older name of `json`'),
};

export const parsePdf = z
  .boolean()
  .default(true)
  .describe('true: convert PDFs to Markdown, 1 credit per page; false: return the PDF as base64, 1 credit');

const optionsShape = {
  formats: Formats,
  ...scrapeShape,
  maxAge: z.int().min(0).default(0).describe(MAX_AGE_DESCRIPTION),
  skipTlsVerification: z.boolean().default(false).describe('Skip verification of TLS certificates'),
  parsePDF: parsePdf,
  ...extractionShape,
  changeTrackingOptions: ChangeTrackingOptions.optional().describe('Options of the format `changeTracking`'),
  actions: actionList(WireAction),
  proxy: proxyKind.default('basic'),
  geolocation: Location.optional().describe('Older name of `location`'),
  __experimental_cache: z.boolean().optional().describe(ignored),
  ...ignoredShape,
};

type Options = z.output<z.ZodObject<typeof optionsShape>>;

function checkOptions(options: Options, context: z.RefinementCtx): void {
  checkFormats(options, context);
  checkHalfTimeout(options.waitFor, options.timeout ?? TIMEOUT_DEFAULT_MS, context);
  checkWaitBudget(options, context);
  checkAgents(options, context);
}

/** Rejects agents. Naming a model twice has a separate message, which clients expect. */
function checkAgents(options: Options & { agent?: { model?: string } | null }, context: z.RefinementCtx): void {
  const named = { agent: options.agent, 'jsonOptions.agent': options.jsonOptions?.agent };
  if (Object.values(named).every((agent) => agent?.model?.toLowerCase() === AGENT_MODEL)) {
    const message = 'You may only specify the FIRE-1 model in agent or jsonOptions.agent, but not both';
    context.addIssue({ code: 'custom', path: ['agent'], message });
  }
  for (const [path, agent] of Object.entries({ ...named, 'extract.agent': options.extract?.agent })) {
    if (agent === undefined || agent === null) continue;
    const message = 'Agents are not available in this installation';
    context.addIssue({ code: 'custom', path: path.split('.'), message });
  }
}

export const ScrapeOptions = z.strictObject(optionsShape).superRefine(checkOptions);

/** Options for the hits of a search. */
export const HitOptions = z.strictObject({ ...optionsShape, formats: noFormats(Formats) }).superRefine(checkOptions);
export type ScrapeOptions = z.output<typeof ScrapeOptions>;

export const ScrapeRequest = z
  .strictObject({
    url: targetUrl.describe('URL of the page'),
    ...optionsShape,
    agent: z
      .object({ model: text(NAME_MAX_CHARS).default(AGENT_MODEL), prompt: promptText.optional() })
      .nullish()
      .describe('Agents are not available in this installation'),
    ...requestShape,
  })
  .superRefine(checkOptions);
export type ScrapeRequest = z.output<typeof ScrapeRequest>;

export const BatchRequest = z
  .strictObject({
    ...batchShape,
    ignoreInvalidURLs: ignoreInvalidUrls(false),
    ...optionsShape,
    ...requestShape,
  })
  .superRefine(checkOptions);
export type BatchRequest = z.output<typeof BatchRequest>;

export const CrawlRequest = z.strictObject({
  ...crawlShape,
  maxDepth: storedInt(0).default(MAX_DEPTH_DEFAULT).describe('Maximum number of path segments of a URL'),
  ignoreSitemap: z.boolean().default(false).describe('Ignore sitemaps and follow only links'),
  crawlEntireDomain: z
    .boolean()
    .optional()
    .describe('Also crawl sibling and parent paths. Overrides `allowBackwardLinks`'),
  allowBackwardLinks: z.boolean().default(false).describe('Older name of `crawlEntireDomain`'),
  ...jobShape,
  scrapeOptions: ScrapeOptions.prefault({}).describe('Options for scraping each page'),
  ...requestShape,
});
export type CrawlRequest = z.output<typeof CrawlRequest>;
