import { PageFailureReason, SkipReason, skipRules } from '@orbweaver/core';
import { z } from 'zod';

/** Answers about the URLs of a crawl: why they are visited, or not. */

export const pageStates = ['queued', 'leased', 'done', 'failed', 'skipped'] as const;
export const ExplainedState = z
  .enum(pageStates)
  .describe('`queued`: waits for its turn; `leased`: is being visited; `skipped`: is not visited');

/** The reasons for a page to be skipped, or to fail. */
export const pageReasons = [...new Set([...SkipReason.options, ...PageFailureReason.options])];
export const PageReason = z.enum(pageReasons).describe('Of a skipped or failed page; a closed list');

export const Rule = z.enum(skipRules).describe('The rule that decides, by its field of the request where it has one');

const refusal = {
  rule: Rule.optional().describe('Of a skipped page: the rule that refused it'),
  pattern: z.string().optional().describe('Of excludePaths: the pattern that matched'),
  patterns: z.array(z.string()).optional().describe('Of includePaths: none of them matched'),
  bound: z.int().optional().describe('Of a depth or the limit: what the request allows'),
  value: z.int().optional().describe('Of a depth: that of the URL; of the limit: the slots that are taken'),
  trap: z.string().optional().describe('The kind of endless URLs'),
  includedBy: z.string().optional().describe('Of includePaths: the pattern that matched'),
  isStart: z.boolean().optional().describe('The start URL, which is visited whatever the rules say'),
  unchecked: z
    .array(Rule)
    .optional()
    .describe('Rules that may still refuse the URL, as they need the site or more than is known of the URL'),
  explanation: z.string().describe('All of it in words'),
};

export const UrlExplanation = z
  .object({
    success: z.literal(true),
    url: z.string().describe('As it was asked for'),
    known: z.boolean().describe('Whether the crawl has seen it; otherwise the answer is what the rules would say'),
    admitted: z.boolean().describe('In scope, and within the limit'),
    state: ExplainedState.optional(),
    reason: PageReason.optional(),
    ...refusal,
    canonicalUrl: z.string().optional().describe('The form in which the page is visited'),
    id: z.uuid().optional().describe('Of the page: its document is read at /v2/scrape/{id}'),
    isHidden: z.boolean().optional().describe('Known from an earlier crawl; neither a link nor a sitemap led there'),
    message: z.string().optional().describe('Why the page failed'),
    statusCode: z.int().optional().describe('HTTP, of a page that gave a document'),
    depth: z.int().optional().describe('Hops from the start URL'),
    foundOn: z.string().optional().describe('The page that links to it'),
    path: z
      .array(
        z.object({ url: z.string(), depth: z.int(), foundBy: z.enum(['start', 'sitemap', 'link', 'earlier-crawl']) }),
      )
      .optional()
      .describe(
        'How the crawl came to it: from the start URL, an entry of a sitemap or an earlier crawl, to the URL itself',
      ),
    pathIsCut: z.boolean().optional().describe('The path is longer, and only its end is told'),
    redirects: z.int().optional().describe('On the way from `redirectedFrom` to this page'),
    redirectedFrom: z.string().optional(),
    redirectedTo: z.string().optional(),
    attempts: z.int().optional().describe('Visits begun'),
    deferrals: z.int().optional().describe('How often the host asked to come later'),
    finishedAt: z.iso.datetime().optional(),
    otherSpellings: z
      .array(z.object({ url: z.string(), state: ExplainedState, reason: PageReason.optional() }))
      .optional()
      .describe('Other forms of the URL that the crawl has seen and refused'),
  })
  .describe('Why a URL is visited by a crawl, or not');

export const JobUrls = z.object({
  success: z.literal(true),
  urls: z
    .array(
      z.object({
        id: z.uuid(),
        url: z.string(),
        state: ExplainedState,
        reason: PageReason.optional(),
        message: z.string().optional().describe('Why the page failed'),
        redirectedTo: z.string().optional(),
        depth: z.int(),
        foundOn: z.string().optional().describe('The page that links to it; none for the start URL and sitemaps'),
      }),
    )
    .describe('In the order in which they were found'),
  totals: z
    .object({ queued: z.int(), leased: z.int(), done: z.int(), failed: z.int(), skipped: z.int() })
    .describe('Of all URLs that the job knows, whatever was asked for'),
  next: z.url().optional().describe('More are there'),
});

export const CrawlPreview = z.object({
  success: z.literal(true),
  unchecked: z.array(Rule).describe('Rules that no preview can check, and those that lacked something for a URL'),
  urls: z
    .array(
      z.object({
        url: z.string().describe('As it was asked for'),
        admitted: z.boolean(),
        canonicalUrl: z.string().optional().describe('The form in which it would be visited'),
        duplicateOf: z.string().optional().describe('The URL of the list that is the same page'),
        reason: SkipReason.optional(),
        ...refusal,
      }),
    )
    .describe('In the order of the request'),
  warning: z.string().optional().describe('Names keys inside options that are unknown, and were ignored'),
});
