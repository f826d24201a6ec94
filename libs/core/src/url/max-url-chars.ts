/**
 * Characters of any URL that comes in: of a request, a redirect, a page, a sitemap. What servers take as a rule (nginx
 * 8 KiB, Apache 8190 bytes a request line; RFC 9110 asks for 8000 at least), so that a longer one leads nowhere.
 */
export const MAX_URL_CHARS = 8192;
