import { findFormat, type ScrapeSpec, wantsFormat } from './scrape-spec';

/**
 * The page cache keeps captures and answers later requests with them. A capture with data of one visitor, a secret or a
 * fragment in its URL answers requests of the same team only (and of that fragment), because scripts may read the
 * fragment. The key contains everything that must be equal; variants under a key differ in extras such as a screenshot.
 */

/** How a page was captured: over HTTP, in the browser, or in the browser with a standard screenshot. */
export type CaptureKind = 'http' | 'browser' | 'viewport' | 'fullPage';

export interface CachedVariant {
  url: string;
  look: CaptureKind;
  /** The site's certificate was verified. */
  verified: boolean;
  isPdf: boolean;
  succeeded: boolean;
  failures: number;
  hasBody: boolean;
  capturedAtMs: number;
}

/** Captures for one visitor, or with a secret or fragment in the URL, are limited to their team. */
export type CacheAudience = 'everyone' | 'team';

export interface CacheQuestion {
  url: string;
  spec: ScrapeSpec;
  teamId: string;
  /** Dedup options of a crawl, which may be stricter than the cache key. */
  dedup?: { ignoreQueryParameters: boolean; deduplicateSimilarURLs: boolean };
}

/** Matches the element and `[iframe]`-like attributes, but no class, id or longer name. */
const FRAME_IN_SELECTOR = /(?<![\w.#-])iframe(?![\w-])/i;

export function asksForFrames(spec: ScrapeSpec): boolean {
  return spec.includeTags.some((selector) => FRAME_IN_SELECTOR.test(selector));
}

export function mayReadCache({ url, spec }: CacheQuestion): boolean {
  return (
    spec.maxAgeMs > 0 &&
    spec.waitForMs === 0 &&
    spec.proxy !== 'stealth' &&
    hasUsualScreenshot(spec) &&
    // Comparisons need the current page; branding needs measurements that captures lack.
    !wantsFormat(spec, 'changeTracking') &&
    spec.fingerprint !== true &&
    !wantsFormat(spec, 'branding') &&
    isForEveryone(url, spec)
  );
}

export function mayWriteCache({ url, spec }: CacheQuestion): boolean {
  const hasUsualWindow = findFormat(spec, 'screenshot')?.viewport === undefined;
  return spec.storeInCache && hasUsualWindow && isForEveryone(url, spec);
}

export function captureKind(spec: ScrapeSpec, engine: 'http' | 'browser', hasScreenshot: boolean): CaptureKind {
  const screenshot = findFormat(spec, 'screenshot');
  if (!hasScreenshot || screenshot === undefined) return engine;
  return screenshot.fullPage ? 'fullPage' : 'viewport';
}

export function hasUsualScreenshot(spec: ScrapeSpec): boolean {
  const screenshot = findFormat(spec, 'screenshot');
  return screenshot === undefined || (screenshot.quality === undefined && screenshot.viewport === undefined);
}

export function isVerified(url: string, finalUrl: string, spec: ScrapeSpec): boolean {
  return !spec.skipTlsVerification && isSecure(url) && isSecure(finalUrl);
}

/** Whether responses with this status are cached: pages and permanent absence. */
export function isCacheableStatus(status: number): boolean {
  return isSuccess(status) || status === 404 || status === 410;
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function isForEveryone(url: string, spec: ScrapeSpec): boolean {
  const { username, password } = new URL(url);
  return username === '' && password === '' && spec.actions.length === 0 && Object.keys(spec.headers).length === 0;
}

export function isSecure(url: string): boolean {
  return new URL(url).protocol === 'https:';
}
