import { JobState } from '@orbweaver/core';
import { z } from 'zod';
import { branding } from './branding';

/** What the answers of both versions share. The OpenAPI document shows these schemas; tests check answers by them. */

const instant = z.iso.datetime();

export const Failure = z.object({
  success: z.literal(false),
  code: z.string().optional().describe('Such as `BAD_REQUEST` or `SCRAPE_TIMEOUT`'),
  error: z.string(),
  details: z.unknown().optional().describe('Of a refused request: what is wrong, one item a field'),
});

const JobAccepted = z.object({
  success: z.literal(true),
  id: z.uuid(),
  url: z.url().describe('Where the status of the job is read'),
});

export const CrawlAccepted = JobAccepted.extend({
  warning: z
    .string()
    .optional()
    .describe(
      'That the `limit` was lowered to the credits left; what of a prompt cannot be used; unknown keys inside options, which were ignored; events of the webhook that are called otherwise',
    ),
  promptGeneratedOptions: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Of a crawl with a `prompt`: what the language model made of it'),
  finalCrawlerOptions: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Of a crawl with a `prompt`: the options that count, those of the request before the made ones'),
});

export const BatchAccepted = JobAccepted.extend({
  invalidURLs: z
    .array(z.string())
    .optional()
    .describe('With `ignoreInvalidURLs`: the URLs that were left out, as written'),
  warning: z
    .string()
    .optional()
    .describe(
      'Why URLs were left out, by the reasons of the first; unknown keys inside options, which were ignored; events of the webhook that are called otherwise',
    ),
});

export const Cancelled = z.object({ success: z.literal(true), status: z.literal('cancelled'), message: z.string() });

export const JobErrors = z.object({
  success: z.literal(true),
  errors: z.array(
    z.object({
      id: z.uuid().describe('Of the page'),
      timestamp: instant,
      url: z.string(),
      code: z.string(),
      error: z.string(),
    }),
  ),
  robotsBlocked: z.array(z.string()).describe('URLs that robots.txt kept out'),
  warning: z.string().optional().describe('Why the lists are empty: the job ran with zero data retention'),
});

export const RunningCrawls = z.object({
  success: z.literal(true),
  crawls: z.array(
    z.object({
      id: z.uuid(),
      teamId: z.uuid(),
      url: z.string(),
      created_at: instant,
      options: z.record(z.string(), z.unknown()).describe('As the version that is asked names them'),
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
    sourceURL: z.string().describe('As it was asked for'),
    url: z.string().optional().describe('That answered, after redirects'),
    statusCode: z.int(),
    error: z.string().optional().describe('The reason phrase of a status of 400 and above'),
    contentType: z.string().optional(),
    proxyUsed: z.enum(['basic', 'stealth']).optional(),
    cacheState: z
      .enum(['hit', 'miss'])
      .optional()
      .describe('Whether the page cache answered; absent when the request was none that it may answer'),
    cachedAt: instant.optional().describe('Of a hit: when the page was fetched'),
    timezone: z.string().optional().describe('That the browser showed to the page, where one was needed'),
    scrapeId: z.uuid().optional(),
    creditsUsed: z.int().optional(),
    numPages: z.int().optional().describe('Of a PDF: pages read'),
    totalPages: z.int().optional().describe('Of a PDF: pages that it has'),
  })
  .catchall(z.unknown())
  .describe('What is known about the page; its own `<meta>` tags stand beside the named keys');

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
  screenshot: z.string().optional().describe('A data URI'),
  summary: z.string().optional(),
  json: z.unknown().optional(),
  changeTracking: changeTracking.optional(),
  branding: branding.optional(),
  actions: actionResults.optional().describe('Present when actions were asked for'),
  warning: z
    .string()
    .optional()
    .describe('What could not be made of what was asked for; unknown keys inside options, which were ignored'),
  metadata,
};

export const scrapedOf = <D extends z.ZodType>(document: D) =>
  z.object({
    success: z.literal(true),
    data: document,
    scrape_id: z.uuid().optional().describe('When `origin` contains `website`'),
  });

export const jobStatusOf = <D extends z.ZodType>(document: D) =>
  z.object({
    success: z.boolean().describe('false for a job that failed'),
    status: JobState,
    error: z.string().optional(),
    completed: z.int().describe('Pages that gave a document'),
    total: z.int().describe('Pages known to be visited so far; at the end equal to `completed`'),
    creditsUsed: z.int(),
    expiresAt: instant,
    next: z.url().optional().describe('More documents are there'),
    warning: z.string().optional().describe('What kept pages out; query parameters that do not exist'),
    createdAt: instant,
    completedAt: instant.optional(),
    duration: z.number().optional().describe('Seconds'),
    data: z.array(document).describe('In the order in which the pages were completed'),
  });
