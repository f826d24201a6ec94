import { bearsToken } from '../url/bears-token';
import { dedupKey } from '../url/dedup-key';
import { isRoute } from '../url/page-url';
import { findFormat, type ScrapeSpec, wantsFormat } from './scrape-spec';

/**
 * The page cache keeps what came back for pages and lets it answer later requests, whoever asks: so nothing is kept
 * that belongs to one caller, what may be one team's answers that team alone, and nothing answers that was looked at in
 * another way than is asked for.
 *
 * A fragment makes no page of its own, but scripts may read a key in it, and the URL of the answer tells it: a look at a
 * URL with one answers its own team alone, at that very fragment.
 *
 * What is written down of a page are kept looks: under its cache key one for every way of looking. The key holds what
 * has to be equal; what a look may have beyond the request (a screenshot, a verified certificate) stands beside it.
 */

/** How a page was looked at: without a browser, in one, or in one that also took the usual screenshot. */
const captureKinds = ['http', 'browser', 'viewport', 'fullPage'] as const;
export type CaptureKind = (typeof captureKinds)[number];

/** What is known of a kept look without reading it. */
export interface CachedVariant {
  /** As it was asked for. */
  url: string;
  look: CaptureKind;
  /** The certificate of the site was verified. */
  verified: boolean;
  /** The body is a PDF file. */
  isPdf: boolean;
  /** Answered with 2xx. Others are counted, and some of them kept. */
  succeeded: boolean;
  /** Of one that did not succeed: how often the page has failed since it last did. */
  failures: number;
  /** false: it was only counted. */
  hasBody: boolean;
  capturedAtMs: number;
}

/** Whom a kept look may answer: what is one visitor's, or behind a secret or a fragment in the URL, its own team alone. */
export type CacheAudience = 'everyone' | 'team';

/** A page that a kept look may answer. */
export interface CacheQuestion {
  url: string;
  spec: ScrapeSpec;
  /** Who asks. */
  teamId: string;
  /** Of a crawl: which URLs it takes for one page. The cache is more generous, and would lead it elsewhere. */
  dedup?: { ignoreQueryParameters: boolean; deduplicateSimilarURLs: boolean };
}

/** From so many failures on a page is no longer believed to be what it was. */
const BELIEVED_FAILURES = 3;

/** The element, also as the attribute that says what it was; not a class, an id or a longer name. */
const FRAME_IN_SELECTOR = /(?<![\w.#-])iframe(?![\w-])/i;

/** Frames are a part of the page in the browser alone, so who asks for them needs one. */
export function asksForFrames(spec: ScrapeSpec): boolean {
  return spec.includeTags.some((selector) => FRAME_IN_SELECTOR.test(selector));
}

/** Whether a kept look may answer. Requests for which it may not are never told about the cache. */
export function mayReadCache({ url, spec }: CacheQuestion): boolean {
  return (
    spec.maxAgeMs > 0 &&
    spec.waitForMs === 0 &&
    spec.proxy !== 'stealth' &&
    hasUsualScreenshot(spec) &&
    // The first tells a page from itself at another time, the second asks the page for what a capture does not hold.
    !wantsFormat(spec, 'changeTracking') &&
    !wantsFormat(spec, 'branding') &&
    isForEveryone(url, spec)
  );
}

/** Whether what comes back may answer others later. */
export function mayWriteCache({ url, spec }: CacheQuestion): boolean {
  // Another window shows another page.
  const hasUsualWindow = findFormat(spec, 'screenshot')?.viewport === undefined;
  return spec.storeInCache && hasUsualWindow && isForEveryone(url, spec);
}

/**
 * Of what came back for a page. `isPublic`: the site did not say that it is for one visitor; `perTeam`: the operator
 * wants no page to be shared.
 */
export function cacheAudience(
  look: { url: string; finalUrl: string; isPublic: boolean },
  perTeam: boolean,
): CacheAudience {
  const isShared = look.isPublic && !perTeam && fragmentOf(look.url) === '';
  return isShared && !bearsToken(look.url) && !bearsToken(look.finalUrl) ? 'everyone' : 'team';
}

/** Whose looks may answer. */
export function askedAudiences({ url }: CacheQuestion, perTeam: boolean): CacheAudience[] {
  return perTeam || bearsToken(url) ? ['team'] : ['team', 'everyone'];
}

/** What has to be equal for a look to answer a request. Two texts are equal only if everything in them is. */
export function cacheKey({ url, spec, teamId }: CacheQuestion, audience: CacheAudience): string {
  const { country, languages } = spec.location;
  return JSON.stringify([
    audience === 'team' ? teamId : null,
    dedupKey(url, { ignoreQueryParameters: false, deduplicateSimilarURLs: true }),
    // What everyone may have was looked at without one.
    audience === 'team' ? fragmentOf(url) : '',
    spec.mobile,
    spec.blockAds,
    country,
    [...new Set(languages.map((language) => language.toLowerCase()))].sort(),
  ]);
}

/** The kind of look that came back for a request. `engine`: that was used in the end. */
export function captureKind(spec: ScrapeSpec, engine: 'http' | 'browser', hasScreenshot: boolean): CaptureKind {
  const screenshot = findFormat(spec, 'screenshot');
  if (!hasScreenshot || screenshot === undefined) return engine;
  return screenshot.fullPage ? 'fullPage' : 'viewport';
}

/** Whether a screenshot that was taken may stand for the usual ones: without a quality and a viewport of the caller's. */
export function hasUsualScreenshot(spec: ScrapeSpec): boolean {
  const screenshot = findFormat(spec, 'screenshot');
  return screenshot === undefined || (screenshot.quality === undefined && screenshot.viewport === undefined);
}

/** Whether a look at the page knew whom it talked to. `finalUrl`: that answered, after redirects. */
export function isVerified(url: string, finalUrl: string, spec: ScrapeSpec): boolean {
  return !spec.skipTlsVerification && isSecure(url) && isSecure(finalUrl);
}

/** Whether an answer of this status is worth keeping: the page, or the lasting word that there is none. */
export function isCacheableStatus(status: number): boolean {
  return isSuccess(status) || status === 404 || status === 410;
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * The look that answers, of those under the page's key: the newest that succeeded, unless the page has failed several
 * times since; then the newest of all. Undefined: there is none, so the page is fetched.
 */
export function chooseVariant<L extends CachedVariant>(
  question: CacheQuestion,
  looks: readonly L[],
  nowMs: number,
): L | undefined {
  const oldestMs = nowMs - question.spec.maxAgeMs;
  const usable = looks.filter((look) => look.capturedAtMs >= oldestMs && look.hasBody && fits(question, look));
  const success = newest(usable.filter((look) => look.succeeded));
  const failures = looks.filter(
    (look) => !look.succeeded && look.capturedAtMs > (success?.capturedAtMs ?? Number.NEGATIVE_INFINITY),
  );
  const failed = failures.reduce((sum, look) => sum + look.failures, 0);
  if (success !== undefined && failed < BELIEVED_FAILURES) return success;
  // A failure that was only counted is no answer, an older one behind it is none either, nor is one of before the page
  // was there again.
  const last = newest(looks.filter((look) => !look.succeeded || look !== success));
  return last !== undefined && !last.succeeded && usable.includes(last) ? last : undefined;
}

function fits({ url, spec, dedup }: CacheQuestion, look: CachedVariant): boolean {
  if (!spec.skipTlsVerification && isSecure(url) && !look.verified) return false;
  if (look.isPdf && !spec.pdf.parse) return false;
  if (dedup !== undefined && dedupKey(look.url, dedup) !== dedupKey(url, dedup)) return false;
  // Without a browser a page is the same whatever the fragment.
  const kept = fragmentOf(look.url);
  if (kept !== fragmentOf(url) && (kept !== '' || look.look !== 'http')) return false;
  const screenshot = findFormat(spec, 'screenshot');
  if (screenshot !== undefined) return look.look === (screenshot.fullPage ? 'fullPage' : 'viewport');
  return look.look !== 'http' || !asksForFrames(spec);
}

function newest<L extends CachedVariant>(looks: readonly L[]): L | undefined {
  return looks.reduce<L | undefined>(
    (best, look) => (best === undefined || look.capturedAtMs > best.capturedAtMs ? look : best),
    undefined,
  );
}

/** The fragment that is no part of the page's dedup key. */
function fragmentOf(url: string): string {
  const { hash } = new URL(url);
  return isRoute(hash) ? '' : hash;
}

/** Nothing in the request says who asks. */
function isForEveryone(url: string, spec: ScrapeSpec): boolean {
  const { username, password } = new URL(url);
  return username === '' && password === '' && spec.actions.length === 0 && Object.keys(spec.headers).length === 0;
}

function isSecure(url: string): boolean {
  return new URL(url).protocol === 'https:';
}
