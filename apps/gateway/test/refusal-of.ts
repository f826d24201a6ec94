import { ApiError } from '../src/errors/api-error';

/** The error that a request is refused with; throws when `act` does not refuse it. */
export function refusalOf(act: () => unknown): ApiError {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}
