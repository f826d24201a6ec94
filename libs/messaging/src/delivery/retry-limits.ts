import { backoff } from '@orbweaver/core';

/** When a failed message is tried again. */
export interface RetryLimits {
  firstDelayMs: number;
  /** Of errors that may be retried for ever. */
  maxDelayMs: number;
  /** Of errors that may be retried a limited number of times, the first attempt included. */
  attempts: number;
}

/** The seven delays between eight attempts sum up to about a minute: 0.5, 1, 2, 4, 8, 16, 32 s. */
export const DEFAULT_RETRY_LIMITS: RetryLimits = { firstDelayMs: 500, maxDelayMs: 10_000, attempts: 8 };

/** Waits are up to a fifth shorter or longer, so that messages that failed together do not return together. */
const SHORTEST_SHARE = 0.8;
const JITTER = 1.2 / SHORTEST_SHARE - 1;

/** The wait after this attempt, counted from 1. */
export function redeliveryDelayMs(attempt: number, times: RetryLimits, forEver: boolean): number {
  const longestMs = forEver ? times.maxDelayMs : Number.POSITIVE_INFINITY;
  const waits = { firstMs: times.firstDelayMs * SHORTEST_SHARE, longestMs: longestMs * SHORTEST_SHARE, jitter: JITTER };
  return backoff(attempt, waits, Math.random());
}
