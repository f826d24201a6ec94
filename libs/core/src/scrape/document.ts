import { z } from 'zod';
import type { Branding } from './branding';

/**
 * Facts about a page beside its content. The keys of the page's `<meta>` tags stand beside the named ones, so the
 * object is open; a repeated tag gives an array.
 */
export const DocumentMetadata = z
  .object({
    /** The URL as the caller or the page that links to it wrote it. */
    sourceURL: z.string(),
    /** The URL that answered, after redirects. */
    url: z.string(),
    statusCode: z.int(),
    /** The reason phrase of a status of 400 and above. */
    error: z.string().optional(),
    contentType: z.string().optional(),
    proxyUsed: z.enum(['basic', 'stealth']),
    title: z.string().optional(),
    description: z.string().optional(),
    language: z.string().optional(),
    numPages: z.int().optional(),
    /** IANA name of the time zone that the browser showed to the page; absent where no browser was needed. */
    timezone: z.string().optional(),
  })
  .catchall(z.unknown());
export type DocumentMetadata = z.infer<typeof DocumentMetadata>;

/** How a page compares with its previous scrape by the same team, for the same URL and tag. */
export interface ChangeTracking {
  /** ISO 8601; null when there was none. */
  previousScrapeAt: string | null;
  /** `removed`: known before, and answered with 404 or 410 now. */
  changeStatus: 'new' | 'same' | 'changed' | 'removed';
  /** `hidden`: known from an earlier crawl, and neither linked nor in a sitemap any more. */
  visibility: 'visible' | 'hidden';
  /** Unified diff of the markdown. */
  diff?: string;
  /** What a language model says of the change: of a schema its fields, `{ [field]: { previous, current } }`. */
  json?: Record<string, unknown>;
}

/** The formats of one page, by the key under which the caller reads them. */
export interface DocumentContent {
  markdown?: string;
  html?: string;
  rawHtml?: string;
  links?: string[];
  images?: string[];
  /** One for every selector that was asked for, in that order. */
  attributes?: { selector: string; attribute: string; values: string[] }[];
  /** `data:image/png;base64,…` or `data:image/jpeg;base64,…` */
  screenshot?: string;
  actions?: {
    screenshots: string[];
    scrapes: { url: string; html: string }[];
    javascriptReturns: { type: string; value: unknown }[];
    pdfs: string[];
  };
  branding?: Branding;
  /** Added by results, which has the language model. */
  summary?: string;
  json?: unknown;
  extract?: unknown;
  /** Added by results, which has the previous version. */
  changeTracking?: ChangeTracking;
  warning?: string;
}
