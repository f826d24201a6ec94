import { z } from 'zod';
import { CrawlScope, SitemapMode } from '../crawl/crawl-spec';
import { ScrapeSpec } from '../scrape/scrape-spec';

/** The complete specification of a map, without defaults or API version. */
export const MapSpec = z.object({
  /** The start URL, absolute. */
  url: z.string(),
  /** Ranks the URLs before they are cut to `limit`. */
  search: z.string().optional(),
  limit: z.int().min(1),
  /** `only`: no links and no URLs of earlier jobs. */
  sitemap: SitemapMode,
  scope: CrawlScope,
  /** Lists only URLs below the path of the start URL. */
  filterByPath: z.boolean(),
  /** Lists the start URL first. */
  includesStart: z.boolean(),
  /** Lists URLs that earlier jobs of the team have stored. */
  usesStoredPages: z.boolean(),
  ignoreRobotsTxt: z.boolean(),
  robotsUserAgent: z.string().optional(),
  /** Pages fetched at once. */
  maxConcurrency: z.int().positive().optional(),
  delaySeconds: z.number().positive().optional(),
  /** How the start page and the pages below it are fetched. */
  scrape: ScrapeSpec,
});
export type MapSpec = z.infer<typeof MapSpec>;

/** A listed URL. Title and description are absent if unknown. */
export const MapLink = z.object({
  url: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
});
export type MapLink = z.infer<typeof MapLink>;
