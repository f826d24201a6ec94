import { z } from 'zod';
import type { Branding } from './branding';

/** Metadata of a page. Open: includes the page's `<meta>` tags, as arrays if repeated. */
export const DocumentMetadata = z
  .object({
    /** The URL as written by the caller or in the link. */
    sourceURL: z.string(),
    url: z.string(),
    statusCode: z.int(),
    /** Reason phrase of a status of 400 or above. */
    error: z.string().optional(),
    contentType: z.string().optional(),
    proxyUsed: z.enum(['basic', 'stealth']),
    title: z.string().optional(),
    description: z.string().optional(),
    language: z.string().optional(),
    numPages: z.int().optional(),
    /** IANA time zone of the browser; absent without a browser. */
    timezone: z.string().optional(),
  })
  .catchall(z.unknown());
export type DocumentMetadata = z.infer<typeof DocumentMetadata>;

/** Comparison with the team's previous scrape of the same URL and tag. */
export interface ChangeTracking {
  /** ISO 8601; null for the first scrape. */
  previousScrapeAt: string | null;
  changeStatus: 'new' | 'same' | 'changed' | 'removed';
  /** `hidden`: known from an earlier crawl, but no longer in links or sitemaps. */
  visibility: 'visible' | 'hidden';
  diff?: string;
  /** The language model's comparison; for a schema `{ [field]: { previous, current } }`. */
  json?: Record<string, unknown>;
}

/** The formats of a page, by response key. */
export interface DocumentContent {
  markdown?: string;
  html?: string;
  rawHtml?: string;
  links?: string[];
  images?: string[];
  /** One entry per requested selector, in order. */
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
