import { backoff } from './job/backoff';
import type { PageFailureReason } from './scrape/page-failure';

/**
 * The retry policy of pages, messages and results: attempts, waits and limits. Waits double from `firstMs` to
 * `longestMs` (see `backoff`). Webhook deliveries follow the setting WEBHOOK_RETRY_SCHEDULE. Clients of sitemaps, language
 * models, object stores and proxies limit the retries within one call themselves.
 */
export const retryWaits = {
  /** Between renders of a page of a job. */
  page: { firstMs: 1_000, longestMs: 60_000 },
  /** Between renders of a scrape, whose caller waits. */
  scrape: { firstMs: 250, longestMs: 1_000 },
  /** Before the next request to a host that answered 429 or 503 without a Retry-After header. */
  busyHost: { firstMs: 10_000, longestMs: 60 * 60_000 },
  /** Before the next request for a robots.txt that the site did not serve. */
  robots: { firstMs: 2_000, longestMs: 60_000 },
  /** Between attempts to publish the result of a page. */
  publishing: { firstMs: 200, longestMs: 10_000 },
  /** Between launches of a browser. Shorter than the waits of a scrape, so that each of its renders meets a new launch. */
  browserLaunch: { firstMs: 200, longestMs: 30_000 },
  /** Between questions to a language model that is unavailable. */
  model: { firstMs: 1_000, longestMs: 15_000 },
  /** Between requests to a search engine that is unavailable. The caller waits. */
  search: { firstMs: 250, longestMs: 2_000 },
  /** Between comparisons of a run of a schedule that fail. */
  comparison: { firstMs: 10_000, longestMs: 60 * 60_000 },
} as const;

export const retryLimits = {
  /** Redirects of one page. Browsers allow 20. */
  redirects: 10,
  /** 429 and 503 responses of one page. The renderer then returns the response as the result. */
  deferrals: 3,
  /** Deferrals of one page after which the frontier fails it, in case a renderer defers without limit. */
  acceptedDeferrals: 10,
  /** Renders of a page whose document is lost each time. */
  rendersOfLostDocument: 5,
  /** Longest time for renders of a scrape after connection resets: later resets are deliberate. */
  resetsMs: 5_000,
  /** Longest time for publishing a result. By then the lease has expired and the caller of a scrape has its answer. */
  publishingMs: 2 * 60_000,
  /** Shortest wait before the next request to a host that answered 429 or 503. */
  shortestHostWaitMs: 1_000,
  /** Wait before another seeder takes a job whose seeding failed. */
  seedingMs: 5_000,
  /** Requests for one page of search results. */
  searches: 3,
  /** Comparisons of a run of a schedule, the first included: about three hours. */
  comparisons: 12,
} as const;

/**
 * Renders of a page before its failure is final, the first included. Reasons without an entry are caused by the page
 * or the request and are final at once.
 */
const maxRenders: Partial<Record<PageFailureReason, number>> = {
  refused: 2,
  reset: 3,
  'browser-crashed': 3,
  'proxy-failed': 3,
  'lease-expired': 3,
  'timed-out': 2,
  dns: 2,
};

/** Whether a page is rendered again after its failure. `attempt` counts from 1. */
export function mayRetry(reason: PageFailureReason, attempt: number): boolean {
  return attempt < (maxRenders[reason] ?? 1);
}

/** The wait before the next render of a failed page of a job; undefined: the failure is final. */
export function pageRetryMs(reason: PageFailureReason, attempt: number): number | undefined {
  return mayRetry(reason, attempt) ? backoff(attempt, retryWaits.page) : undefined;
}

/** When a message is delivered again after its handler failed. */
export interface RedeliveryPolicy {
  firstDelayMs: number;
  /** Limits the delays of errors that are retried without limit. */
  maxDelayMs: number;
  /** Deliveries of a message whose errors are retried a limited number of times, the first included. */
  attempts: number;
}

/** The seven delays between eight attempts take about a minute: 0.5, 1, 2, 4, 8, 16, 32 s. */
export const redeliveryPolicy: RedeliveryPolicy = { firstDelayMs: 500, maxDelayMs: 10_000, attempts: 8 };

/** The delay after this attempt, counted from 1, with up to 20 % of jitter either way. `random` is from 0 to 1. */
export function redeliveryDelayMs(
  attempt: number,
  { firstDelayMs, maxDelayMs }: RedeliveryPolicy,
  { isUnlimited, random }: { isUnlimited: boolean; random: number },
): number {
  const longestMs = isUnlimited ? maxDelayMs : Number.POSITIVE_INFINITY;
  return backoff(attempt, { firstMs: firstDelayMs * 0.8, longestMs: longestMs * 0.8, jitter: 0.5 }, random);
}
