import { MAX_URL_CHARS } from '@orbweaver/core';
import { z } from 'zod';
import { mustBe } from '../errors/describe-fault';

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
/** Of a CSS selector. */
export const SELECTOR_MAX_CHARS = 4096;
/** Of includeTags and excludeTags; each is a walk over the page. */
export const MAX_SELECTORS = 1000;
/** Of a list that means a handful of words; who repeats them means no harm. */
export const MAX_WORDS = 100;
/** Of a short text that is not ours to interpret. */
export const NAME_MAX_CHARS = 1000;

export const storedInt = (min: number) => z.int().min(min).max(MAX_STORED_INT);

/** A text of so many characters at most. */
export const text = (maxChars: number) => z.string().max(maxChars);

/** A list of so many items at most. */
export const listOf = <T extends z.ZodType>(item: T, maxItems: number) => z.array(item).max(maxItems);

/** The refusal of a map that has too many keys, or undefined. */
export const tooManyKeys = (value: object, maxKeys: number) =>
  Object.keys(value).length > maxKeys
    ? `Must have ${maxKeys} keys at most; this one has ${Object.keys(value).length}`
    : undefined;

/** A map of texts with so many keys at most, and so many characters in all names and values together. */
export const textMap = <M extends z.ZodRecord<z.ZodString, z.ZodString>>(map: M, maxKeys: number, maxChars: number) =>
  map
    .superRefine((value, context) => {
      const chars = Object.entries(value as Record<string, string>)
        .flat()
        .join('').length;
      const message =
        tooManyKeys(value, maxKeys) ??
        (chars > maxChars
          ? `Must have ${maxChars} characters in all names and values together at most; this one has ${chars}`
          : undefined);
      if (message !== undefined) context.addIssue({ code: 'custom', message, fatal: true });
    })
    .meta({ maxProperties: maxKeys });

/** Checked before it is parsed; TargetUrls does that for those that may be left out. */
export const urlText = text(MAX_URL_CHARS);

/** In a query, where everything is text. */
export const writtenInt = (min: number, max = Number.MAX_SAFE_INTEGER) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max,
      mustBe(`an integer ${max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`}`),
    )
    .transform(Number);

export const promptText = text(PROMPT_MAX_CHARS);

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Latin-1 without control characters: what HTTP can carry. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const MAX_HEADERS = 100;
const MAX_HEADER_NAME_CHARACTERS = 256;
/** Names and values together. Servers take 8 to 64 KiB, so more could only be refused further on. */
const MAX_HEADERS_CHARACTERS = 64 * 1024;

export const headerMap = textMap(
  z.record(
    text(MAX_HEADER_NAME_CHARACTERS).regex(
      HEADER_NAME,
      "Not a header name, which has letters, digits and !#$%&'*+-.^_`|~",
    ),
    text(MAX_HEADERS_CHARACTERS).regex(
      HEADER_VALUE,
      'A header value holds Latin-1 characters only, neither line breaks nor other control characters',
    ),
  ),
  MAX_HEADERS,
  MAX_HEADERS_CHARACTERS,
);
