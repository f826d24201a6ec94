import { MAX_URL_CHARS } from '@orbweaver/core';
import { z } from 'zod';
import { mustBe } from '../errors/describe-fault';
import { urlText } from './bounds';

/** Read by TargetUrls, which refuses it in words of its own; the keywords are for the OpenAPI document. */
const keywords = { minLength: 1, pattern: '\\S' };

export const targetUrl = urlText.meta(keywords);

/** One of a list. A long one may be left out like any other that is none, so the schema lets it through. */
export const listedUrl = z
  .string()
  .meta({ ...keywords, maxLength: MAX_URL_CHARS })
  .describe('An item that is no such URL is refused or, with `ignoreInvalidURLs`, left out and named in `invalidURLs`');

export const isAbsoluteUrl = (url: string) => /^https?:\/\//i.test(url) && URL.canParse(url);

export const absoluteUrl = urlText
  .meta({ pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^\\s/]' })
  .refine(isAbsoluteUrl, mustBe('an absolute http or https URL'));
