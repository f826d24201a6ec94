import { ApiError } from './api-error';

/** Longer than a usual failover. */
const RETRY_AFTER_SECONDS = 10;

/** The cause is only logged. */
export const storeUnavailable = (): ApiError =>
  new ApiError(503, 'The database or the object store of the service is unavailable. Retry later.', {
    code: 'STORE_UNAVAILABLE',
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
