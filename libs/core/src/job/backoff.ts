interface BackoffOptions {
  firstMs: number;
  longestMs: number;
  /** The share of the wait that chance may add to it, so that what failed together is not retried together. */
  jitter?: number;
}

/**
 * How long to wait after the attempt of this number (from 1) failed: twice as long after each, in milliseconds.
 * `random` is from 0 to 1.
 */
export function backoff(attempt: number, { firstMs, longestMs, jitter = 0 }: BackoffOptions, random = 0): number {
  const doubledMs = Math.min(firstMs * 2 ** (Math.max(attempt, 1) - 1), longestMs);
  return Math.round(doubledMs * (1 + jitter * random));
}
