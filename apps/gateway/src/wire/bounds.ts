import { z } from 'zod';

/** Numbers that are stored in integer columns. */
export const MAX_STORED_INT = 2_147_483_647;

export const TIMEOUT_DEFAULT_MS = 30_000;
export const TIMEOUT_MAX_MS = 300_000;
export const WAIT_FOR_MAX_MS = 60_000;
export const PROMPT_MAX_CHARS = 10_000;
export const CRAWL_LIMIT_DEFAULT = 10_000;

export const storedInt = (min: number) => z.int().min(min).max(MAX_STORED_INT);

export const promptText = z.string().max(PROMPT_MAX_CHARS);

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Latin-1 without control characters: what HTTP can carry. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

export const headerMap = z.record(
  z.string().regex(HEADER_NAME, 'Not a header name'),
  z
    .string()
    .regex(
      HEADER_VALUE,
      'A header value holds Latin-1 characters only, and neither line breaks nor other control characters',
    ),
);
