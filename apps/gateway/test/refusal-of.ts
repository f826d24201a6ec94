import { ApiError } from '../src/errors/api-error';

/** Returns the ApiError that `act` throws. */
export function refusalOf(act: () => unknown): ApiError {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('expected an ApiError');
}
