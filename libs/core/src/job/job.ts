import { z } from 'zod';
import { BatchSpec, CrawlSpec } from '../crawl/crawl-spec';
import { ScrapeSpec } from '../scrape/scrape-spec';

export const JobKind = z.enum(['scrape', 'batch', 'crawl']);
export type JobKind = z.infer<typeof JobKind>;

/**
 * The life of a job. There is no queued state; the three final states never change.
 *
 *   scraping ──► completed   all outcomes are stored
 *          ├──► cancelled   by the caller; stored documents remain readable
 *          └──► failed      nothing could be fetched; `error` has the reason
 */
export const JobState = z.enum(['scraping', 'completed', 'failed', 'cancelled']);
export type JobState = z.infer<typeof JobState>;

export const isFinal = (state: JobState): boolean => state !== 'scraping';

/** The complete specification of a job. Stored with the job, so that messages about it may be lost. */
export const JobSpec = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('scrape'), url: z.string(), scrape: ScrapeSpec }),
  BatchSpec.extend({ kind: z.literal('batch') }),
  CrawlSpec.extend({ kind: z.literal('crawl') }),
]);
export type JobSpec = z.infer<typeof JobSpec>;

export const BatchUrl = z.object({
  url: z.string(),
  /** As written by the caller. */
  sourceUrl: z.string(),
});
export type BatchUrl = z.infer<typeof BatchUrl>;

export const WebhookEventKind = z.enum(['started', 'page', 'completed', 'failed', 'cancelled']);
export type WebhookEventKind = z.infer<typeof WebhookEventKind>;

export interface WebhookEventTraits {
  /** The value of `success` in its deliveries. */
  isSuccess: boolean;
  /** Its deliveries contain the document of their page. */
  hasDocument: boolean;
  /** Webhooks without a list of events receive it. Receivers in use do not expect new kinds. */
  isDefault: boolean;
}

export const webhookEventTraits: Record<WebhookEventKind, WebhookEventTraits> = {
  started: { isSuccess: true, hasDocument: false, isDefault: true },
  page: { isSuccess: true, hasDocument: true, isDefault: true },
  completed: { isSuccess: true, hasDocument: false, isDefault: true },
  failed: { isSuccess: false, hasDocument: false, isDefault: true },
  cancelled: { isSuccess: true, hasDocument: false, isDefault: false },
};

/** The event of a run of a schedule that found changes. */
export const SCHEDULE_CHANGED = 'schedule.changed';

/** The traits of `crawl.page` or `batch_scrape.page` are those of `page`. */
export function traitsOfWebhookEvent(type: string): WebhookEventTraits {
  if (type === SCHEDULE_CHANGED) return { isSuccess: true, hasDocument: false, isDefault: true };
  return webhookEventTraits[WebhookEventKind.parse(type.split('.').at(-1))];
}

export const WebhookSpec = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  headersErased: z.boolean().optional(),
  metadata: z.record(z.string(), z.string()),
  events: z.array(WebhookEventKind),
});
export type WebhookSpec = z.infer<typeof WebhookSpec>;
