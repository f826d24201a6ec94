import { SearchError } from '@orbweaver/search';
import { ApiError } from '../errors/api-error';

const RETRY_AFTER_SECONDS = 10;

export const searchNotConfigured = () =>
  new ApiError(
    400,
    'Search needs a search engine, but none is configured. Set SEARCH_URL to a SearXNG instance, or ask the operator of this service',
    { code: 'SEARCH_NOT_CONFIGURED' },
  );

export const searchTimedOut = () =>
  new ApiError(408, 'Search timed out. Set a higher `timeout`', { code: 'SEARCH_TIMEOUT' });

/** The response for an error of the engine. Errors of our own are rethrown. */
export function refuseSearch(error: unknown): ApiError {
  if (!(error instanceof SearchError)) throw error;
  const seconds = Math.max(1, Math.ceil((error.retryAfterMs ?? RETRY_AFTER_SECONDS * 1000) / 1000));
  return new ApiError(503, `${error.message}. Retry after ${seconds} s.`, {
    code: 'SEARCH_UNAVAILABLE',
    headers: { 'Retry-After': String(seconds) },
  });
}
