import { z } from 'zod';
import {
  headerMap,
  listOf,
  MAX_SELECTORS,
  SELECTOR_MAX_CHARS,
  TIMEOUT_DEFAULT_MS,
  TIMEOUT_MAX_MS,
  text,
  WAIT_FOR_MAX_MS,
} from './bounds';
import { Location } from './location';

export const scrapeShape = {
  onlyMainContent: z
    .boolean()
    .default(true)
    .describe(
      'Return only the main content, without headers, navigation and footers. With `false`, Markdown still omits hidden dialogs, notices, forms and menus, and repeated menus',
    ),
  includeTags: listOf(text(SELECTOR_MAX_CHARS), MAX_SELECTORS)
    .default([])
    .describe('CSS selectors of elements to include. An empty list includes everything'),
  excludeTags: listOf(text(SELECTOR_MAX_CHARS), MAX_SELECTORS)
    .default([])
    .describe('CSS selectors of elements to exclude'),
  headers: headerMap
    .default({})
    .describe('Headers of the page request. A crawl sends them to pages of its site and subdomains'),
  waitFor: z
    .int()
    .min(0)
    .max(WAIT_FOR_MAX_MS)
    .default(0)
    .describe('Milliseconds to wait before the page is captured, in addition to the built-in smart wait'),
  mobile: z.boolean().default(false).describe('Emulate a mobile device'),
  timeout: z
    .int()
    .positive()
    .max(TIMEOUT_MAX_MS)
    .optional()
    .meta({ default: TIMEOUT_DEFAULT_MS })
    .describe('Timeout of the page in milliseconds, including time in the queue, excluding requested waits'),
  location: Location.optional(),
  removeBase64Images: z
    .boolean()
    .default(true)
    .describe('Replace base64 images in the output by a placeholder and keep their alt text'),
  blockAds: z.boolean().default(true).describe('Block ads and cookie banners'),
  storeInCache: z
    .boolean()
    .default(true)
    .describe(
      'Store the page in the page cache. Other teams can use it, unless the site or URL marks it as private. Always `false` with `headers` or `actions`',
    ),
};

export const MAX_AGE_DESCRIPTION =
  'Maximum age of a cached page in milliseconds; formats are generated again. 0 disables the cache. Pages with ' +
  '`waitFor`, `headers`, `actions`, `proxy: "stealth"`, `changeTracking`, or a screenshot with quality or viewport ' +
  'are always fetched';

export const proxyKind = z
  .enum(['basic', 'stealth', 'auto', 'enhanced'])
  .describe(
    '`basic`; `stealth` (up to 5 credits); `auto`: `basic` first, then `stealth` if it fails; `enhanced`: same as `stealth`',
  );

export function toCoreProxy(kind: z.output<typeof proxyKind>): 'basic' | 'stealth' | 'auto' {
  return kind === 'enhanced' ? 'stealth' : kind;
}

export function checkHalfTimeout(waitForMs: number, timeoutMs: number, context: z.RefinementCtx): void {
  if (waitForMs <= timeoutMs / 2) return;
  context.addIssue({ code: 'custom', path: ['waitFor'], message: 'waitFor must not exceed half of timeout' });
}
