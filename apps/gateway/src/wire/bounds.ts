import { MAX_URL_CHARS } from '@orbweaver/core';
import { z } from 'zod';
import { mustBe } from '../errors/describe-fault';

/** The largest value of an integer column. */
export const MAX_STORED_INT = 2_147_483_647;

export const TIMEOUT_DEFAULT_MS = 30_000;
export const TIMEOUT_MAX_MS = 300_000;
export const WAIT_FOR_MAX_MS = 60_000;
/** More than the number of formats, because formats may be repeated. */
export const MAX_FORMATS = 100;
export const PROMPT_MAX_CHARS = 10_000;
export const CRAWL_LIMIT_DEFAULT = 10_000;
export const MAX_PREVIEWED_URLS = 1000;
export const SELECTOR_MAX_CHARS = 4096;
/** Maximum entries of includeTags and excludeTags; each traverses the page once. */
export const MAX_SELECTORS = 1000;
/** Maximum entries of a list of enum values. Repeating them is harmless. */
export const MAX_WORDS = 100;
/** Maximum length of an opaque short string. */
export const NAME_MAX_CHARS = 1000;

export const storedInt = (min: number) => z.int().min(min).max(MAX_STORED_INT);

export const text = (maxChars: number) => z.string().max(maxChars);

export const listOf = <T extends z.ZodType>(item: T, maxItems: number) => z.array(item).max(maxItems);

/** The error for a map with too many keys, or undefined. */
export const tooManyKeys = (value: object, maxKeys: number) =>
  Object.keys(value).length > maxKeys
    ? `Must have at most ${maxKeys} keys, not ${Object.keys(value).length}`
    : undefined;

/** A map of strings, limited in keys and in total characters. */
export const textMap = <M extends z.ZodRecord<z.ZodString, z.ZodString>>(map: M, maxKeys: number, maxChars: number) =>
  map
    .superRefine((value, context) => {
      const chars = Object.entries(value as Record<string, string>)
        .flat()
        .join('').length;
      const message =
        tooManyKeys(value, maxKeys) ??
        (chars > maxChars
          ? `Must have at most ${maxChars} characters in all names and values together, not ${chars}`
          : undefined);
      if (message !== undefined) context.addIssue({ code: 'custom', message, fatal: true });
    })
    .meta({ maxProperties: maxKeys });

/** Limits the length before the URL is parsed. For URLs of a batch, `readUrl` does. */
export const urlText = text(MAX_URL_CHARS);

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
/** HTTP allows Latin-1 without control characters. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const MAX_HEADERS = 100;
const MAX_HEADER_NAME_CHARACTERS = 256;
/** Names and values. Servers accept 8 to 64 KiB of headers. */
const MAX_HEADERS_CHARACTERS = 64 * 1024;

export const headerMap = textMap(
  z.record(
    text(MAX_HEADER_NAME_CHARACTERS).regex(HEADER_NAME, "Invalid header name: use letters, digits and !#$%&'*+-.^_`|~"),
    text(MAX_HEADERS_CHARACTERS).regex(
      HEADER_VALUE,
      'Invalid header value: use Latin-1 characters without line breaks and control characters',
    ),
  ),
  MAX_HEADERS,
  MAX_HEADERS_CHARACTERS,
);
