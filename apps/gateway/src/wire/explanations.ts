import { PageFailureReason, SkipReason, skipRules } from '@orbweaver/core';
import { z } from 'zod';

export const pageStates = ['queued', 'leased', 'done', 'failed', 'skipped'] as const;
export const ExplainedState = z
  .enum(pageStates)
  .describe('`queued`: waiting; `leased`: being scraped; `skipped`: not visited');

export const pageReasons = [...new Set([...SkipReason.options, ...PageFailureReason.options])];
export const PageReason = z.enum(pageReasons).describe('Reason of a skipped or failed page');

export const Rule = z.enum(skipRules).describe('The deciding rule, named after its request field if it has one');

const refusal = {
  rule: Rule.optional().describe('The rule that skipped the page'),
  pattern: z.string().optional().describe('The matching pattern of excludePaths'),
  patterns: z.array(z.string()).optional().describe('The patterns of includePaths, none of which matched'),
  bound: z.int().optional().describe('The maximum depth or limit'),
  value: z.int().optional().describe('The depth of the URL, or the number of admitted pages'),
  trap: z.string().optional().describe('Kind of crawl trap'),
  includedBy: z.string().optional().describe('The matching pattern of includePaths'),
  isStart: z.boolean().optional().describe('The start URL, which is always visited'),
  unchecked: z
    .array(Rule)
    .optional()
    .describe('Rules that may still skip the URL, because they depend on the site or on unknown details'),
  explanation: z.string().describe('The result as text'),
};

export const UrlExplanation = z
  .object({
    success: z.literal(true),
    url: z.string().describe('Requested URL'),
    known: z.boolean().describe('Whether the crawl has found the URL; otherwise the rules are applied now'),
    admitted: z.boolean().describe('Whether the URL is in scope and within the limit'),
    state: ExplainedState.optional(),
    reason: PageReason.optional(),
    ...refusal,
    canonicalUrl: z.string().optional().describe('Normalised URL'),
    id: z.uuid().optional().describe('Page id: get its document from /v2/scrape/{id}'),
    isHidden: z.boolean().optional().describe('Known only from an earlier crawl'),
    message: z.string().optional().describe('Error message of a failed page'),
    statusCode: z.int().optional().describe('HTTP status of a page with a document'),
    depth: z.int().optional().describe('Links from the start URL'),
    foundOn: z.string().optional().describe('The page that links to it'),
    path: z
      .array(
        z.object({ url: z.string(), depth: z.int(), foundBy: z.enum(['start', 'sitemap', 'link', 'earlier-crawl']) }),
      )
      .optional()
      .describe('Discovery path: from the start URL, a sitemap entry or an earlier crawl to this URL'),
    pathIsCut: z.boolean().optional().describe('Whether the start of the path is omitted'),
    redirects: z.int().optional().describe('Number of redirects from `redirectedFrom` to this page'),
    redirectedFrom: z.string().optional(),
    redirectedTo: z.string().optional(),
    attempts: z.int().optional().describe('Started attempts'),
    deferrals: z.int().optional().describe('Number of deferrals by the host (429, 503)'),
    finishedAt: z.iso.datetime().optional(),
    otherSpellings: z
      .array(z.object({ url: z.string(), state: ExplainedState, reason: PageReason.optional() }))
      .optional()
      .describe('Equivalent URLs that the crawl has found and skipped'),
  })
  .describe('Why a crawl visits or skips a URL');

export const JobUrls = z.object({
  success: z.literal(true),
  urls: z
    .array(
      z.object({
        id: z.uuid(),
        url: z.string(),
        state: ExplainedState,
        reason: PageReason.optional(),
        message: z.string().optional().describe('Error message of a failed page'),
        redirectedTo: z.string().optional(),
        depth: z.int(),
        foundOn: z
          .string()
          .optional()
          .describe('The page that links to it; absent for the start URL and sitemap entries'),
      }),
    )
    .describe('URLs in order of discovery'),
  totals: z
    .object({ queued: z.int(), leased: z.int(), done: z.int(), failed: z.int(), skipped: z.int() })
    .describe('Totals of all known URLs, regardless of filters'),
  next: z.url().optional().describe('URL of the next page'),
});

export const CrawlPreview = z.object({
  success: z.literal(true),
  unchecked: z.array(Rule).describe('Rules that the preview could not check'),
  urls: z
    .array(
      z.object({
        url: z.string().describe('Requested URL'),
        admitted: z.boolean(),
        canonicalUrl: z.string().optional().describe('Normalised URL'),
        duplicateOf: z.string().optional().describe('Equivalent URL earlier in the list'),
        reason: SkipReason.optional(),
        ...refusal,
      }),
    )
    .describe('Results in the order of the request'),
  warning: z.string().optional().describe('Names ignored unknown keys'),
});
