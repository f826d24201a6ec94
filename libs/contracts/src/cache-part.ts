import { type CacheQuestion, mayReadCache, mayWriteCache } from '@orbweaver/core';
import { CachedCapture, type RenderPage } from './messages';

/** What a renderer is told about the page cache. */
export type CachePart = Pick<RenderPage, 'cache' | 'captureBody' | 'captureScreenshot' | 'keepCapture'>;

/** What the page cache must know of a page. */
export type CacheLookup = Pick<RenderPage, 'url' | 'spec' | 'teamId' | 'crawl' | 'zeroDataRetention'>;

/** The result of a look-up. Its capture is not checked yet: another release may have written it. */
interface LookedUp {
  /** See RenderPage. */
  id: string;
  /** Milliseconds since 1970. */
  capturedAtMs: number;
  capture: unknown;
  /** As extraction's `packBody` packs it. */
  body: Uint8Array;
  screenshot: Uint8Array | null;
}

/** The question for the page cache; undefined when the cache may not answer this page. */
export function cacheQuestionOf(page: CacheLookup): CacheQuestion | undefined {
  const question = asQuestion(page);
  return mayReadCache(question) ? question : undefined;
}

/** The part of a RenderPage that tells the renderer what the cache has; `found` is undefined for nothing. */
export function cachePart(page: CacheLookup, found: LookedUp | undefined): CachePart {
  const isEphemeral = page.zeroDataRetention === true;
  const part = cacheQuestionOf(page) === undefined ? {} : told(found, isEphemeral);
  // A hit is in the cache already.
  const keeps = part.cache?.state !== 'hit' && !isEphemeral && mayWriteCache(asQuestion(page));
  return { ...part, ...(keeps && { keepCapture: true }) };
}

/** Without an id nothing remembers the document that is made of the hit. */
function told(page: LookedUp | undefined, isEphemeral: boolean): CachePart {
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

/** The schema's type excludes memory that threads share; here none do. */
const bytes = (value: Uint8Array) => value as Uint8Array<ArrayBuffer>;
