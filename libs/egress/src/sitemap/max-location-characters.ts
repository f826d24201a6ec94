/** Of an entry of a sitemap; the standard allows 2,048. */
export const MAX_LOCATION_CHARACTERS = 8192;
