import { ApiError } from './api-error';

/** Longer than a store usually takes to fail over. */
const RETRY_AFTER_SECONDS = 10;

/** The answer while the database or the object store is unavailable. The reason is only logged. */
export const storeUnavailable = (): ApiError =>
  new ApiError(503, 'The database or the object store of the service is unavailable. Send the request again later.', {
    code: 'STORE_UNAVAILABLE',
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
  });
