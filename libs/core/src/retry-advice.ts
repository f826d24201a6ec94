/**
 * How to retry after an exception. Faults of a page are PageFailures instead.
 *
 * - `never`: the same input fails again (such as an invalid message).
 * - `limited`: possibly transient; the default.
 * - `until-it-works`: a dependency is unavailable (database, broker), and giving up would lose work.
 */
export type RetryAdvice = 'never' | 'limited' | 'until-it-works';

export abstract class AdvisedError extends Error {
  abstract readonly retry: RetryAdvice;
}

export class StoreUnavailableError extends AdvisedError {
  override readonly name = 'StoreUnavailableError';
  readonly retry = 'until-it-works';
}

/** Invalid input. Retries do not help. */
export class PoisonedInputError extends AdvisedError {
  override readonly name = 'PoisonedInputError';
  readonly retry = 'never';
}

export function retryAdvice(error: unknown): RetryAdvice {
  return error instanceof AdvisedError ? error.retry : 'limited';
}
