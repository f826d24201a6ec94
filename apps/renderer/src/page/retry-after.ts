import { backoff, readRetryAfter, retryLimits, retryWaits } from '@orbweaver/core';

/** Back-off of a host that answered 429 or 503. `header`: seconds or an HTTP date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | undefined, deferrals: number, now: number, date?: string): number {
  const requestedMs = readRetryAfter(header, now, date) ?? backoff(deferrals + 1, retryWaits.busyHost);
  return Math.min(retryWaits.busyHost.longestMs, Math.max(retryLimits.shortestHostWaitMs, requestedMs));
}
