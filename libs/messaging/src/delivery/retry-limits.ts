import { backoff } from '@orbweaver/core';

export interface RetryLimits {
  firstDelayMs: number;
  maxDelayMs: number;
  attempts: number;
}

/** The delays between eight attempts add up to about a minute: 0.5, 1, 2, 4, 8, 16, 32 s. */
export const DEFAULT_RETRY_LIMITS: RetryLimits = { firstDelayMs: 500, maxDelayMs: 10_000, attempts: 8 };

/** Jitter of ±20 %, so that messages that failed together are not retried together. */
const SHORTEST_SHARE = 0.8;
const JITTER = 1.2 / SHORTEST_SHARE - 1;

export function redeliveryDelayMs(attempt: number, times: RetryLimits, forEver: boolean): number {
  const longestMs = forEver ? times.maxDelayMs : Number.POSITIVE_INFINITY;
  const waits = { firstMs: times.firstDelayMs * SHORTEST_SHARE, longestMs: longestMs * SHORTEST_SHARE, jitter: JITTER };
  return backoff(attempt, waits, Math.random());
}
