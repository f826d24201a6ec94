import { z } from 'zod';

/** Numbers that are stored in integer columns. */
export const MAX_STORED_INT = 2_147_483_647;

export const TIMEOUT_DEFAULT_MS = 30_000;
export const TIMEOUT_MAX_MS = 300_000;
export const WAIT_FOR_MAX_MS = 60_000;
/** More than there are, as a format may be repeated; each costs a look at every alternative. */
export const MAX_FORMATS = 100;
export const PROMPT_MAX_CHARS = 10_000;
export const CRAWL_LIMIT_DEFAULT = 10_000;
export const MAX_PREVIEWED_URLS = 1000;
/** Of a URL that a crawl may know: longer links are not taken from pages. */
export const OUTLINK_MAX_CHARS = 8192;

export const storedInt = (min: number) => z.int().min(min).max(MAX_STORED_INT);

export const promptText = z.string().max(PROMPT_MAX_CHARS);

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Latin-1 without control characters: what HTTP can carry. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const MAX_HEADERS = 100;
/** Names and values together. Servers take 8 to 64 KiB, so more could only be refused further on. */
const MAX_HEADERS_CHARACTERS = 64 * 1024;

export const headerMap = z
  .record(
    z.string().regex(HEADER_NAME, 'Not a header name'),
    z
      .string()
      .regex(
        HEADER_VALUE,
        'A header value holds Latin-1 characters only, and neither line breaks nor other control characters',
      ),
  )
  .meta({ maxProperties: MAX_HEADERS })
  .refine((headers) => Object.keys(headers).length <= MAX_HEADERS, `There can be ${MAX_HEADERS} headers at most`)
  .refine(
    (headers) => Object.entries(headers).flat().join('').length <= MAX_HEADERS_CHARACTERS,
    `Headers can have ${MAX_HEADERS_CHARACTERS} characters together at most`,
  );
