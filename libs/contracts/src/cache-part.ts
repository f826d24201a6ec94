import { type CacheQuestion, mayReadCache, mayWriteCache } from '@orbweaver/core';
import { CachedCapture, type RenderPage } from './messages';

/** What a renderer is told about the page cache. */
export type CachePart = Pick<RenderPage, 'cache' | 'captureBody' | 'captureScreenshot' | 'keepCapture'>;

/** What the page cache has to know of a page. */
export type CacheLookup = Pick<RenderPage, 'url' | 'spec' | 'teamId' | 'crawl' | 'zeroDataRetention'>;

/** What a look-up has given, of which the capture is not known to be one: another release may have kept it. */
interface LookedUp {
  /** See RenderPage. */
  id: string;
  /** Milliseconds since 1970. */
  capturedAtMs: number;
  capture: unknown;
  /** gzip */
  body: Uint8Array;
  screenshot: Uint8Array | null;
}

/** What is to be looked up for the page; undefined: it is none that the cache may answer. */
export function cacheQuestionOf(page: CacheLookup): CacheQuestion | undefined {
  const question = asQuestion(page);
  return mayReadCache(question) ? question : undefined;
}

/** The part of a RenderPage that says what the look-up has given, if there was one to make; undefined: nothing. */
export function cachePart(page: CacheLookup, found: LookedUp | undefined): CachePart {
  const isEphemeral = page.zeroDataRetention === true;
  const part = cacheQuestionOf(page) === undefined ? {} : told(found, isEphemeral);
  // What came from the cache is in it.
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

/** The schema's own type; nothing shares memory between threads here. */
const bytes = (value: Uint8Array) => value as Uint8Array<ArrayBuffer>;
