import { MAX_BODY_BYTES } from '../edge/read-body';

export const mib = (bytes: number) => `${bytes / 1024 / 1024} MiB`;

/**
 * Errors that operations do not declare. 405 belongs to an address, not to an operation: each answer names its methods.
 */
export const commonErrors = {
  401: 'The API key is missing or not valid',
  403: 'The key has not the right that the operation needs, or its team is disabled',
  405: 'The address is asked with another method; `Allow` names those that it has',
  413: `The body is larger than ${mib(MAX_BODY_BYTES)}`,
};
