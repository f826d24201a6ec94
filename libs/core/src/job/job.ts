import { z } from 'zod';
import { BatchSpec, CrawlSpec } from '../crawl/crawl-spec';
import { ScrapeSpec } from '../scrape/scrape-spec';

export const JobKind = z.enum(['scrape', 'batch', 'crawl']);
export type JobKind = z.infer<typeof JobKind>;

/**
 * The life of a job, as the caller sees it:
 *
 *   scraping ──► completed   every page has its outcome stored
 *            ├─► cancelled   the caller asked; what was stored stays readable
 *            └─► failed      nothing could be fetched at all; `error` says why
 *
 * There is no queued state: a job is `scraping` from the transaction that inserts it. The three ends are final.
 */
export const JobState = z.enum(['scraping', 'completed', 'failed', 'cancelled']);
export type JobState = z.infer<typeof JobState>;

export const isFinal = (state: JobState): boolean => state !== 'scraping';

/** The complete work of a job. It is stored with the job, so that every message about it may be lost. */
export const JobSpec = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('scrape'), url: z.string(), scrape: ScrapeSpec }),
  BatchSpec.extend({ kind: z.literal('batch') }),
  CrawlSpec.extend({ kind: z.literal('crawl') }),
]);
export type JobSpec = z.infer<typeof JobSpec>;

/** One URL that the caller of a batch named. */
export const BatchUrl = z.object({
  /** Normalised. */
  url: z.string(),
  /** As written. */
  sourceUrl: z.string(),
});
export type BatchUrl = z.infer<typeof BatchUrl>;

export const WebhookEventKind = z.enum(['started', 'page', 'completed', 'failed', 'cancelled']);
export type WebhookEventKind = z.infer<typeof WebhookEventKind>;

export const WebhookSpec = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** The values of the headers were erased after all events of the job were delivered. */
  headersErased: z.boolean().optional(),
  metadata: z.record(z.string(), z.string()),
  events: z.array(WebhookEventKind),
});
export type WebhookSpec = z.infer<typeof WebhookSpec>;
