import { backoff, readRetryAfter } from '@orbweaver/core';

/** A host that names no time is left alone for ten seconds, and twice as long after each further refusal. */
const DEFAULT_MS = 10_000;
const SHORTEST_MS = 1_000;
/** The longest time granted to a host: a job should end. */
const LONGEST_MS = 60 * 60_000;

/** How long to leave a host alone that answered 429 or 503. `header`: seconds or an HTTP date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | undefined, deferrals: number, now: number, date?: string): number {
  const asked =
    readRetryAfter(header, now, date) ?? backoff(deferrals + 1, { firstMs: DEFAULT_MS, longestMs: LONGEST_MS });
  return Math.min(LONGEST_MS, Math.max(SHORTEST_MS, asked));
}
