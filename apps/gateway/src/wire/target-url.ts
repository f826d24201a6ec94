import { MAX_URL_CHARS, parseUrl } from '@orbweaver/core';
import { z } from 'zod';
import { mustBe } from '../errors/describe-fault';
import { urlText } from './bounds';

/** For the OpenAPI document. `readUrl` validates these URLs. */
const keywords = { minLength: 1, pattern: '\\S' };

export const targetUrl = urlText.meta(keywords);

/** A URL of a batch. Its length is checked by `readUrl`, because invalid URLs may be ignored. */
export const listedUrl = z
  .string()
  .meta({ ...keywords, maxLength: MAX_URL_CHARS })
  .describe('Invalid URLs are rejected or, with `ignoreInvalidURLs`, ignored and returned in `invalidURLs`');

export const isAbsoluteUrl = (url: string) => /^https?:\/\//i.test(url) && parseUrl(url) !== undefined;

export const absoluteUrl = urlText
  .meta({ pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/]' })
  .refine(isAbsoluteUrl, mustBe('an absolute http or https URL'));
