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

/** Doubles per attempt (counted from 1), plus or minus a fifth so that what failed together does not return together. */
export function redeliveryDelayMs(attempt: number, times: RetryLimits, forEver: boolean): number {
  const doubled = times.firstDelayMs * 2 ** Math.min(attempt - 1, 20);
  return (forEver ? Math.min(doubled, times.maxDelayMs) : doubled) * (0.8 + Math.random() * 0.4);
}
