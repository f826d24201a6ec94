interface BackoffOptions {
  firstMs: number;
  longestMs: number;
  /** Maximum share of the wait added at random, which spreads simultaneous retries. */
  jitter?: number;
}

/** Exponential back-off: milliseconds after failed attempt number `attempt` (from 1). `random`: 0 to 1. */
export function backoff(attempt: number, { firstMs, longestMs, jitter = 0 }: BackoffOptions, random = 0): number {
  const doubledMs = Math.min(firstMs * 2 ** (Math.max(attempt, 1) - 1), longestMs);
  return Math.round(doubledMs * (1 + jitter * random));
}
