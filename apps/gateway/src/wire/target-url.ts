import { MAX_URL_CHARS, parseUrl } from '@orbweaver/core';
import { z } from 'zod';
import { mustBe } from '../errors/describe-fault';
import { urlText } from './bounds';

/** For the OpenAPI document only: `readUrl` reads these URLs and has its own words for a refusal. */
const keywords = { minLength: 1, pattern: '\\S' };

export const targetUrl = urlText.meta(keywords);

/** One URL of a list. Its length is not checked here, because an invalid URL may be left out of a batch. */
export const listedUrl = z
  .string()
  .meta({ ...keywords, maxLength: MAX_URL_CHARS })
  .describe('An item that is no such URL is refused or, with `ignoreInvalidURLs`, left out and named in `invalidURLs`');

export const isAbsoluteUrl = (url: string) => /^https?:\/\//i.test(url) && parseUrl(url) !== undefined;

export const absoluteUrl = urlText
  .meta({ pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/]' })
  .refine(isAbsoluteUrl, mustBe('an absolute http or https URL'));
