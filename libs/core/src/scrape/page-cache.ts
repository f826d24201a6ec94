import { findFormat, type ScrapeSpec, wantsFormat } from './scrape-spec';

/**
 * The page cache keeps captures of pages and lets them answer later requests of any caller. Therefore it keeps nothing
 * that belongs to one caller; a capture that may belong to one team answers that team alone; and a capture answers only
 * requests that would have captured the page in the same way.
 *
 * A fragment makes no page of its own. But scripts may read a key in it, and the URL of the answer tells it: a capture
 * of a URL with a fragment answers its own team alone, and only for that very fragment.
 *
 * A page has variants under its cache key, one for every way of capturing it. The key holds what must be equal. What a
 * variant may have beyond the request (a screenshot, a verified certificate) stands beside the key.
 */

/** How a page was captured: without a browser, in one, or in one that also took the usual screenshot. */
export type CaptureKind = 'http' | 'browser' | 'viewport' | 'fullPage';

/** What is known of a cached capture without reading its body. */
export interface CachedVariant {
  /** As it was requested. */
  url: string;
  look: CaptureKind;
  /** The certificate of the site was verified. */
  verified: boolean;
  /** The body is a PDF file. */
  isPdf: boolean;
  /** Answered with 2xx. Other answers are counted, and some of them kept. */
  succeeded: boolean;
  /** Of a variant that did not succeed: how often the page has failed since its last success. */
  failures: number;
  /** false: the failure was only counted. */
  hasBody: boolean;
  capturedAtMs: number;
}

/** A capture made for one visitor, or behind a secret or a fragment in the URL, answers its own team alone. */
export type CacheAudience = 'everyone' | 'team';

/** A request that a cached capture may answer. */
export interface CacheQuestion {
  url: string;
  spec: ScrapeSpec;
  teamId: string;
  /** Of a crawl: which URLs it takes for one page. The cache takes more spellings for one, and could answer with another page of the crawl. */
  dedup?: { ignoreQueryParameters: boolean; deduplicateSimilarURLs: boolean };
}

/** The element, also as the attribute that names the replaced element; not a class, an id or a longer name. */
const FRAME_IN_SELECTOR = /(?<![\w.#-])iframe(?![\w-])/i;

/** Only the browser makes frames a part of the page, so a request for frames needs one. */
export function asksForFrames(spec: ScrapeSpec): boolean {
  return spec.includeTags.some((selector) => FRAME_IN_SELECTOR.test(selector));
}

/** Whether the cache may answer. Callers of other requests never hear of the cache. */
export function mayReadCache({ url, spec }: CacheQuestion): boolean {
  return (
    spec.maxAgeMs > 0 &&
    spec.waitForMs === 0 &&
    spec.proxy !== 'stealth' &&
    hasUsualScreenshot(spec) &&
    // Change tracking compares a page with itself at another time; branding needs measures of the page that no cached capture holds.
    !wantsFormat(spec, 'changeTracking') &&
    !wantsFormat(spec, 'branding') &&
    isForEveryone(url, spec)
  );
}

/** Whether the capture may answer other requests later. */
export function mayWriteCache({ url, spec }: CacheQuestion): boolean {
  // Another window shows another page.
  const hasUsualWindow = findFormat(spec, 'screenshot')?.viewport === undefined;
  return spec.storeInCache && hasUsualWindow && isForEveryone(url, spec);
}

/** `engine`: the one that was used in the end. */
export function captureKind(spec: ScrapeSpec, engine: 'http' | 'browser', hasScreenshot: boolean): CaptureKind {
  const screenshot = findFormat(spec, 'screenshot');
  if (!hasScreenshot || screenshot === undefined) return engine;
  return screenshot.fullPage ? 'fullPage' : 'viewport';
}

/** Whether one screenshot serves all such requests: the caller set neither quality nor viewport. */
export function hasUsualScreenshot(spec: ScrapeSpec): boolean {
  const screenshot = findFormat(spec, 'screenshot');
  return screenshot === undefined || (screenshot.quality === undefined && screenshot.viewport === undefined);
}

/** Whether the certificates of the site were verified. `finalUrl`: the URL that answered, after redirects. */
export function isVerified(url: string, finalUrl: string, spec: ScrapeSpec): boolean {
  return !spec.skipTlsVerification && isSecure(url) && isSecure(finalUrl);
}

/** Whether an answer of this status is kept: the page, or the lasting statement that there is none. */
export function isCacheableStatus(status: number): boolean {
  return isSuccess(status) || status === 404 || status === 410;
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Nothing in the request identifies the caller. */
function isForEveryone(url: string, spec: ScrapeSpec): boolean {
  const { username, password } = new URL(url);
  return username === '' && password === '' && spec.actions.length === 0 && Object.keys(spec.headers).length === 0;
}

export function isSecure(url: string): boolean {
  return new URL(url).protocol === 'https:';
}
