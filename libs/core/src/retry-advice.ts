/**
 * How to retry an operation that threw. Exceptions say that we or our surroundings broke; a fault of the page is a
 * PageFailure instead.
 *
 * - `never`: the same input will fail again (a message that does not parse).
 * - `limited`: perhaps a passing fault; the default for errors without advice.
 * - `until-it-works`: a dependency is away (database, broker); giving up would lose work.
 */
export type RetryAdvice = 'never' | 'limited' | 'until-it-works';

export abstract class AdvisedError extends Error {
  abstract readonly retry: RetryAdvice;
}

/** The database or the object store cannot be reached or is not ready. */
export class StoreUnavailableError extends AdvisedError {
  override readonly name = 'StoreUnavailableError';
  readonly retry = 'until-it-works';
}

/** Input that no retry can repair. */
export class PoisonedInputError extends AdvisedError {
  override readonly name = 'PoisonedInputError';
  readonly retry = 'never';
}

export function retryAdvice(error: unknown): RetryAdvice {
  return error instanceof AdvisedError ? error.retry : 'limited';
}
