import {
  arePatternsWithinLimits,
  MAX_PATTERNS,
  MAX_PATTERNS_CHARACTERS,
  MAX_RETENTION_HOURS,
  PATTERNS_TOO_LARGE,
} from '@orbweaver/core';
import { z } from 'zod';
import { mustBe } from '../errors/describe-fault';
import { CRAWL_LIMIT_DEFAULT, listOf, storedInt, text } from './bounds';
import { targetUrl } from './target-url';
import { Webhook } from './webhook';

const MAX_DELAY_SECONDS = 60;

const patterns = listOf(text(MAX_PATTERNS_CHARACTERS), MAX_PATTERNS).refine(
  arePatternsWithinLimits,
  PATTERNS_TOO_LARGE,
);

export const crawlShape = {
  url: targetUrl.describe('Start URL'),
  includePaths: patterns
    .default([])
    .describe('Regular expressions (RE2) matched against the path of a URL. Only matching URLs are included'),
  excludePaths: patterns
    .default([])
    .describe('Regular expressions (RE2) matched against the path of a URL. Matching URLs are excluded'),
  regexOnFullURL: z.boolean().default(false).describe('Match patterns against the whole URL instead of the path'),
  maxDiscoveryDepth: storedInt(0)
    .optional()
    .describe('Maximum links from the start URL. The start URL and sitemap pages have depth 0'),
  ignoreQueryParameters: z.boolean().default(false).describe('Treat URLs that differ only in the query as one page'),
  deduplicateSimilarURLs: z
    .boolean()
    .default(true)
    .describe('Ignore differences of scheme, www prefix, trailing slash and index file'),
  limit: storedInt(1).default(CRAWL_LIMIT_DEFAULT).describe('Maximum number of pages, excluding failed pages'),
  allowExternalLinks: z.boolean().default(false).describe('Follow links to other sites, but not links on their pages'),
  allowSubdomains: z.boolean().default(false).describe('Follow links to hosts of the same registrable domain'),
  ignoreRobotsTxt: z.boolean().default(false).describe('Ignore robots.txt'),
  robotsUserAgent: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\x20-\x7e]+$/, mustBe('printable ASCII'))
    .optional()
    .describe('User agent for fetching and matching robots.txt'),
  delay: z
    .number()
    .positive()
    .max(MAX_DELAY_SECONDS)
    .optional()
    .describe('Seconds between pages. Limits the crawl to one page at a time'),
};

export const jobShape = {
  webhook: Webhook.optional(),
  expiresInHours: storedInt(1)
    .max(MAX_RETENTION_HOURS)
    .optional()
    .describe(
      'Hours from the start until the job expires and its documents are erased. Maximum: set by the operator. Default: the retention of the team, or the lifetime of jobs in this installation. No effect with `appendToId`',
    ),
  maxConcurrency: storedInt(1).optional().describe('Maximum concurrent pages. Default: the limit of the team'),
};
