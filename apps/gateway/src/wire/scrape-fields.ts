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

/** The scrape options that both versions share. */
export const scrapeShape = {
  onlyMainContent: z
    .boolean()
    .default(true)
    .describe(
      'Only the main content, without headers, navigation, footers. With false the markdown leaves out hidden dialogs, notices, forms and menus, and menus that are there twice',
    ),
  includeTags: listOf(text(SELECTOR_MAX_CHARS), MAX_SELECTORS)
    .default([])
    .describe('CSS selectors of what to keep; none: everything'),
  excludeTags: listOf(text(SELECTOR_MAX_CHARS), MAX_SELECTORS)
    .default([])
    .describe('CSS selectors of what to leave out'),
  headers: headerMap
    .default({})
    .describe('Sent with the request for the page; in a crawl, to pages of its site and subdomains'),
  waitFor: z
    .int()
    .min(0)
    .max(WAIT_FOR_MAX_MS)
    .default(0)
    .describe('Milliseconds to wait before the page is captured, on top of the built-in smart wait'),
  mobile: z.boolean().default(false).describe('Emulate a mobile device'),
  timeout: z
    .int()
    .positive()
    .max(TIMEOUT_MAX_MS)
    .optional()
    .meta({ default: TIMEOUT_DEFAULT_MS })
    .describe('Milliseconds for the page, queueing included; waits that were asked for come on top'),
  location: Location.optional(),
  removeBase64Images: z
    .boolean()
    .default(true)
    .describe('Replace base64 images in the output by a placeholder; their alt text stays'),
  blockAds: z.boolean().default(true).describe('Block ads and cookie banners'),
  storeInCache: z
    .boolean()
    .default(true)
    .describe(
      'Keep the page in the page cache, for later requests of all teams, or of this team alone where the site or the URL says that it is not for everyone; taken as false with `headers` or `actions`',
    ),
};

export const MAX_AGE_DESCRIPTION =
  'A page that was fetched less than this many milliseconds ago may answer, its formats made anew; 0: never. Always ' +
  'fetched are pages with `waitFor`, `headers`, `actions`, `proxy: "stealth"`, the format `changeTracking`, or a ' +
  'screenshot of a quality or viewport of its own';

export const proxyKind = z
  .enum(['basic', 'stealth', 'auto', 'enhanced'])
  .describe(
    '`basic`, `stealth` (up to 5 credits), or `auto`: basic first, stealth if that fails; `enhanced` is stealth',
  );

export function toCoreProxy(kind: z.output<typeof proxyKind>): 'basic' | 'stealth' | 'auto' {
  return kind === 'enhanced' ? 'stealth' : kind;
}

export function checkHalfTimeout(waitForMs: number, timeoutMs: number, context: z.RefinementCtx): void {
  if (waitForMs <= timeoutMs / 2) return;
  context.addIssue({ code: 'custom', path: ['waitFor'], message: 'waitFor must not exceed half of timeout' });
}
