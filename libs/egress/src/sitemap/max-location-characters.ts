import { MAX_URL_CHARS } from '@orbweaver/core';

/**
 * Maximum characters read of an entry: one more than a valid URL, so that the start of a longer one is not accepted.
 */
export const MAX_LOCATION_CHARACTERS = MAX_URL_CHARS + 1;
