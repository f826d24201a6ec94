import { z } from 'zod';
import { mustBe } from '../errors/describe-fault';
import { listOf, MAX_WORDS, NAME_MAX_CHARS, TIMEOUT_MAX_MS, text } from './bounds';

export const QUERY_MAX_CHARS = 2_000;
const SEARCH_TIMEOUT_DEFAULT_MS = 60_000;
export const SEARCH_LIMIT_MAX = 100;
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,62})\.)+[a-z0-9][a-z0-9-]{0,62}$/i;

const domainName = text(253).regex(HOST, mustBe('a domain name such as example.com')).toLowerCase();

export const domainList = listOf(domainName, MAX_WORDS);

export const searchShape = {
  query: text(QUERY_MAX_CHARS).trim().min(1).describe('What to search for'),
  tbs: text(NAME_MAX_CHARS)
    .optional()
    .describe(
      'Maximum age of results: `qdr:d` (a day), `qdr:w`, `qdr:m` or `qdr:y`. Others are ignored with a warning',
    ),
  filter: text(NAME_MAX_CHARS).optional().describe('Ignored with a warning'),
  lang: text(35)
    .regex(/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i, mustBe('a language tag such as de or de-AT'))
    .optional()
    .describe('Language of the results. Default: chosen by the search engine'),
  country: text(2)
    .regex(/^[a-z]{2}$/i, mustBe('a country code such as DE'))
    .optional()
    .describe('Country of the results, as an ISO 3166-1 code. Used with `lang` (default: `en`)'),
  location: text(NAME_MAX_CHARS).optional().describe('Ignored with a warning'),
  timeout: z
    .int()
    .positive()
    .max(TIMEOUT_MAX_MS)
    .default(SEARCH_TIMEOUT_DEFAULT_MS)
    .describe('Time limit in milliseconds for the search and its pages'),
  ignoreInvalidURLs: z
    .boolean()
    .default(false)
    .describe('Omit results that cannot be scraped, such as private addresses'),
};

/** `formats` without a default format: pages are scraped only on request. */
export const noFormats = <T extends z.ZodType>(formats: z.ZodDefault<T>) =>
  formats
    .unwrap()
    .prefault([] as never)
    .describe('Output formats. Without formats, no page is scraped');
