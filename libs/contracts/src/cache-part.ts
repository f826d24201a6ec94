import { type CacheQuestion, mayReadCache, mayWriteCache } from '@orbweaver/core';
import { CachedCapture, type RenderPage } from './messages';

export type CachePart = Pick<RenderPage, 'cache' | 'captureBody' | 'captureScreenshot' | 'keepCapture'>;

/** The fields that decide whether a page may use the cache. */
export type CacheLookup = Pick<RenderPage, 'url' | 'spec' | 'teamId' | 'crawl' | 'zeroDataRetention'>;

/** A cache entry. Its capture is not validated yet: another release may have written it. */
interface LookedUp {
  id: string;
  capturedAtMs: number;
  capture: unknown;
  body: Uint8Array;
  screenshot: Uint8Array | null;
}

export function cacheQuestionOf(page: CacheLookup): CacheQuestion | undefined {
  const question = asQuestion(page);
  return mayReadCache(question) ? question : undefined;
}

export function cachePart(page: CacheLookup, found: LookedUp | undefined): CachePart {
  const isEphemeral = page.zeroDataRetention === true;
  const part = cacheQuestionOf(page) === undefined ? {} : lookupResult(found, isEphemeral);
  const keeps = part.cache?.state !== 'hit' && !isEphemeral && mayWriteCache(asQuestion(page));
  return { ...part, ...(keeps && { keepCapture: true }) };
}

/** A capture without an id is not remembered by the renderer. */
function lookupResult(page: LookedUp | undefined, isEphemeral: boolean): CachePart {
  const capture = CachedCapture.safeParse(page?.capture);
  if (page === undefined || !capture.success) return { cache: { state: 'miss' } };
  return {
    cache: {
      state: 'hit',
      capturedAt: page.capturedAtMs,
      capture: capture.data,
      ...(!isEphemeral && { id: page.id }),
    },
    captureBody: bytes(page.body),
    ...(page.screenshot !== null && { captureScreenshot: bytes(page.screenshot) }),
  };
}

function asQuestion({ url, spec, teamId, crawl }: CacheLookup): CacheQuestion {
  return { url, spec, teamId, ...(crawl !== undefined && { dedup: crawl.dedup }) };
}

/** Narrows the type: the schema excludes SharedArrayBuffer, which is never used here. */
const bytes = (value: Uint8Array) => value as Uint8Array<ArrayBuffer>;
