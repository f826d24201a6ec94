/**
 * What may be done with an operation that threw. Errors say that we or our surroundings broke;
 * what is wrong with a page is a PageFailure instead.
 *
 * - `never`: the same input will fail again (a message that does not parse).
 * - `limited`: perhaps a passing fault; the default for errors that say nothing.
 * - `until-it-works`: a part we depend on is away (database, broker); giving up would lose work.
 */
export type RetryAdvice = 'never' | 'limited' | 'until-it-works';

export abstract class AdvisedError extends Error {
  abstract readonly retry: RetryAdvice;
}

/** The store cannot be reached or is not ready; thrown by persistence only. */
export class StoreUnavailableError extends AdvisedError {
  override readonly name = 'StoreUnavailableError';
  readonly retry = 'until-it-works';
}

/** Input that nothing can be done with. */
export class PoisonedInputError extends AdvisedError {
  override readonly name = 'PoisonedInputError';
  readonly retry = 'never';
}

export function retryAdvice(error: unknown): RetryAdvice {
  return error instanceof AdvisedError ? error.retry : 'limited';
}
