import { MAX_URL_CHARS } from '@orbweaver/core';

/**
 * The most that is read of a sitemap's entry: one more than a URL may have, so that the beginning of a longer one does
 * not pass for a URL.
 */
export const MAX_LOCATION_CHARACTERS = MAX_URL_CHARS + 1;
