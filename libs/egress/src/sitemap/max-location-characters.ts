import { MAX_URL_CHARS } from '@orbweaver/core';

/** What is read of an entry of a sitemap: one more than a URL may have, so that its beginning is not taken for one. */
export const MAX_LOCATION_CHARACTERS = MAX_URL_CHARS + 1;
