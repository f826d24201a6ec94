import { type DocumentContent, JobState } from '@orbweaver/core';
import { z } from 'zod';
import { branding } from './branding';

/** Responses of both versions, for the OpenAPI document and tests. */

const instant = z.iso.datetime();

export const Failure = z.object({
  success: z.literal(false),
  code: z.string().optional().describe('Error code, such as `BAD_REQUEST` or `SCRAPE_TIMEOUT`'),
  error: z.string(),
  details: z.unknown().optional().describe('Faults of an invalid request, one item per fault'),
});

const JobAccepted = z.object({
  success: z.literal(true),
  id: z.uuid(),
  url: z.url().describe('URL of the job status'),
});

export const CrawlAccepted = JobAccepted.extend({
  warning: z
    .string()
    .optional()
    .describe(
      'A `limit` lowered to the available credits; ignored options of a prompt; ignored unknown keys; webhook events of another kind of job',
    ),
  promptGeneratedOptions: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Options that the language model generated from `prompt`'),
  finalCrawlerOptions: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Options of a crawl with `prompt`: options of the request take precedence over generated ones'),
});

export const BatchAccepted = JobAccepted.extend({
  invalidURLs: z.array(z.string()).optional().describe('Invalid URLs, as written. Present with `ignoreInvalidURLs`'),
  warning: z
    .string()
    .optional()
    .describe('Reasons for the first invalid URLs; ignored unknown keys; webhook events of another kind of job'),
});

export const ExtractAccepted = z.object({
  success: z.literal(true),
  id: z.uuid(),
  invalidURLs: BatchAccepted.shape.invalidURLs,
  warning: z
    .string()
    .optional()
    .describe('Reasons for the first invalid URLs; a web search that failed; options without effect'),
});

export const ExtractStatus = z.object({
  success: z.boolean().describe('`false` for a failed extract'),
  status: z.enum(['processing', 'completed', 'failed', 'cancelled']),
  data: z
    .unknown()
    .describe('Data of all pages, merged. An empty list until the extract has ended, and if no page has data'),
  sources: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe('By key of `data`, the pages it comes from. Present with `showSources` when the extract has ended'),
  error: z.string().optional().describe('Why the extract failed'),
  warning: z.string().optional().describe('Why data may be missing; options without effect'),
  expiresAt: instant,
  tokensUsed: z.int().describe('Prompt and completion tokens of all pages'),
  creditsUsed: z.int(),
});

export const Cancelled = z.object({ success: z.literal(true), status: z.literal('cancelled'), message: z.string() });

export const JobErrors = z.object({
  success: z.literal(true),
  errors: z.array(
    z.object({
      id: z.uuid().describe('Page id'),
      timestamp: instant,
      url: z.string(),
      code: z.string(),
      error: z.string(),
    }),
  ),
  robotsBlocked: z.array(z.string()).describe('URLs disallowed by robots.txt'),
  warning: z.string().optional().describe('The lists are empty because the job ran with zero data retention'),
});

export const RunningCrawls = z.object({
  success: z.literal(true),
  crawls: z.array(
    z.object({
      id: z.uuid(),
      teamId: z.uuid(),
      url: z.string(),
      created_at: instant,
      options: z.record(z.string(), z.unknown()).describe('Crawl options in the notation of the requested version'),
    }),
  ),
});

const actionResults = z.object({
  screenshots: z.array(z.string()),
  scrapes: z.array(z.object({ url: z.string(), html: z.string() })),
  javascriptReturns: z.array(z.object({ type: z.string(), value: z.unknown() })),
  pdfs: z.array(z.string()),
});

const metadata = z
  .object({
    title: z.string().optional(),
    description: z.string().optional(),
    language: z.string().optional(),
    keywords: z.union([z.string(), z.array(z.string())]).optional(),
    ogLocaleAlternate: z.array(z.string()).optional(),
    sourceURL: z.string().describe('Requested URL'),
    url: z.string().optional().describe('Final URL after redirects'),
    statusCode: z.int(),
    error: z.string().optional().describe('Reason phrase of a status code of at least 400'),
    contentType: z.string().optional(),
    proxyUsed: z.enum(['basic', 'stealth']).optional(),
    cacheState: z
      .enum(['hit', 'miss'])
      .optional()
      .describe('Whether the page came from the cache. Absent if the cache was not used'),
    cachedAt: instant.optional().describe('When a cached page was fetched'),
    timezone: z.string().optional().describe('Time zone emulated by the browser, if one was used'),
    scrapeId: z.uuid().optional(),
    creditsUsed: z.int().optional(),
    numPages: z.int().optional().describe('Parsed pages of a PDF'),
    totalPages: z.int().optional().describe('Total pages of a PDF'),
  })
  .catchall(z.unknown())
  .describe('Metadata of the page, including other `<meta>` tags');

const changeTracking = z.object({
  previousScrapeAt: instant.nullable(),
  changeStatus: z.enum(['new', 'same', 'changed', 'removed']),
  visibility: z.enum(['visible', 'hidden']),
  diff: z.string().optional().describe('Unified diff'),
  json: z.record(z.string(), z.unknown()).optional(),
});

export const documentShape = {
  markdown: z.string().optional(),
  html: z.string().optional(),
  rawHtml: z.string().optional(),
  links: z.array(z.string()).optional(),
  images: z.array(z.string()).optional(),
  attributes: z
    .array(z.object({ selector: z.string(), attribute: z.string(), values: z.array(z.string()) }))
    .optional(),
  screenshot: z.string().optional().describe('Data URI'),
  summary: z.string().optional(),
  json: z.unknown().optional(),
  changeTracking: changeTracking.optional(),
  branding: branding.optional(),
  actions: actionResults.optional().describe('Present if the request has actions'),
  warning: z.string().optional().describe('Requested output that is missing, and ignored unknown keys'),
  metadata,
} satisfies Record<Exclude<keyof DocumentContent, 'extract'> | 'metadata', z.ZodType>;

export const scrapedOf = <D extends z.ZodType>(document: D) =>
  z.object({
    success: z.literal(true),
    data: document,
    scrape_id: z.uuid().optional().describe('Present if `origin` contains `website`'),
  });

export const jobStatusOf = <D extends z.ZodType>(document: D) =>
  z.object({
    success: z.boolean().describe('`false` for a failed job'),
    status: JobState,
    error: z.string().optional(),
    completed: z.int().describe('Pages with a document'),
    total: z.int().describe('Pages admitted so far; equal to `completed` when the job has ended'),
    creditsUsed: z.int(),
    expiresAt: instant,
    next: z.url().optional().describe('URL of the next page of documents'),
    warning: z.string().optional().describe('Why pages may be missing; unknown query parameters'),
    createdAt: instant,
    completedAt: instant.optional(),
    duration: z.number().optional().describe('Seconds'),
    data: z.array(document).describe('Documents in order of completion'),
  });
