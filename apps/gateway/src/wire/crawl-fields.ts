import { arePatternsWithinLimits, MAX_PATTERNS, MAX_PATTERNS_CHARACTERS, PATTERNS_TOO_LARGE } from '@orbweaver/core';
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

/** The fields of a crawl that both versions share. */
export const crawlShape = {
  url: targetUrl.describe('Where the crawl starts'),
  includePaths: patterns
    .default([])
    .describe('Regular expressions (RE2) searched in the path of a URL; with any, only matching URLs are taken'),
  excludePaths: patterns
    .default([])
    .describe('Regular expressions (RE2) searched in the path of a URL; matching URLs are not taken'),
  regexOnFullURL: z.boolean().default(false).describe('Search the patterns in the whole URL instead of the path'),
  maxDiscoveryDepth: storedInt(0)
    .optional()
    .describe('Hops from the start URL at most; the start URL and sitemap pages have depth 0'),
  ignoreQueryParameters: z.boolean().default(false).describe('URLs that differ in their query only are one page'),
  deduplicateSimilarURLs: z
    .boolean()
    .default(true)
    .describe('http and https, www and bare host, a trailing slash and an index file are one page'),
  limit: storedInt(1).default(CRAWL_LIMIT_DEFAULT).describe('Pages at most; a page that fails does not count'),
  allowExternalLinks: z.boolean().default(false).describe('Follow links to other sites, one hop'),
  allowSubdomains: z.boolean().default(false).describe('Follow links to hosts of the same registrable domain'),
  ignoreRobotsTxt: z.boolean().default(false).describe('Visit what robots.txt forbids as well'),
  robotsUserAgent: z
    .string()
    .min(1)
    .max(200)
    .regex(/^[\x20-\x7e]+$/, mustBe('printable ASCII'))
    .optional()
    .describe('The name under which robots.txt is fetched and read'),
  delay: z
    .number()
    .positive()
    .max(MAX_DELAY_SECONDS)
    .optional()
    .describe('Seconds between two pages; with it the crawl takes one page at a time'),
};

/** The fields of a batch and of a crawl. */
export const jobShape = {
  webhook: Webhook.optional(),
  maxConcurrency: storedInt(1).optional().describe('Pages at once at most; without it the limit of the team counts'),
};
