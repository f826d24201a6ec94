import { ApiError } from '../src/errors/api-error';

/** The error with which `act` refuses. Throws when it does not refuse. */
export function refusalOf(act: () => unknown): ApiError {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}
