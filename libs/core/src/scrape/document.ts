import { z } from 'zod';
import type { Branding } from './branding';

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

export interface DocumentContent {
  markdown?: string;
  html?: string;
  rawHtml?: string;
  links?: string[];
  images?: string[];
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
  summary?: string;
  json?: unknown;
  extract?: unknown;
  changeTracking?: ChangeTracking;
  warning?: string;
}
