import { createHash } from 'node:crypto';
import type { RenderPage } from '@orbweaver/contracts';
import { LRUCache } from 'lru-cache';
import type { CaptureToCache } from '../cache/cached-capture';
import type { PageResult } from './page-result';

type Document = PageResult & { kind: 'done' };

const MAX_BYTES = 32 * 1024 * 1024;
/**
 * A larger document would push out all others; its page takes longer than a second anyway and is requested less often.
 */
const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024;

/**
 * The documents made of the latest cache hits, and of the latest scrapes, which are the next hits. Making one takes ten
 * to a hundred times as long as the rest of a hit, and the same capture gives the same document for the same request.
 */
export class CachedDocuments {
  private readonly documents = new LRUCache<string, Document>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_DOCUMENT_BYTES,
    sizeCalculation: weigh,
  });

  /** A hit without an id is not looked up, nor remembered. */
  recall(message: RenderPage): Document | undefined {
    const found = foundBy(message);
    return found && this.documents.get(keyOf(message, found));
  }

  /** `result` was made of the hit that the message brings. */
  remember(message: RenderPage, result: PageResult): void {
    const found = foundBy(message);
    if (found !== undefined && result.kind === 'done') this.documents.set(keyOf(message, found), result);
  }

  /**
   * `result` was made of a page that was fetched, and has nothing in it that a hit on what it goes into the cache with
   * would not have. Pages of jobs are too many.
   */
  rememberFetched(message: RenderPage, result: PageResult): void {
    if (message.kind !== 'scrape' || result.kind !== 'done' || result.keep?.body === undefined) return;
    const { keep, ...document } = result;
    this.documents.set(keyOf(message, keep), document);
  }
}

function foundBy({ cache, captureBody, captureScreenshot }: RenderPage): CaptureToCache | undefined {
  if (cache?.state !== 'hit' || cache.id === undefined || captureBody === undefined) return undefined;
  return { capture: cache.capture, body: captureBody, ...(captureScreenshot && { screenshot: captureScreenshot }) };
}

/**
 * A digest of everything that the document is made of. The text itself would be too large: a specification may outweigh
 * its document, and keys are not counted.
 */
function keyOf(
  { url, sourceUrl, spec, crawl }: RenderPage,
  { capture, body = new Uint8Array(), screenshot = new Uint8Array() }: CaptureToCache,
): string {
  // They decide whether the cache answers and how long it may take, not what a document says.
  const { maxAgeMs: _, storeInCache: __, timeoutMs: ___, ...looks } = spec;
  // Nor is it said when, or to whom, the page was shown; an unchanged page gives the same document.
  const { capturedAt: ____, isPublic: _____, ...shown } = capture;
  const sizes = [body.byteLength, screenshot.byteLength];
  return createHash('sha256')
    .update(JSON.stringify([url, sourceUrl, looks, crawl, inOrder(shown), sizes]))
    .update(body)
    .update(screenshot)
    .digest('base64');
}

/** A capture comes back from the page cache with its fields in another order. */
function inOrder(capture: object): unknown {
  return Object.entries(capture).sort(([one], [other]) => (one < other ? -1 : 1));
}

function weigh({ content, jsonBytes, metadata, outlinks, frames = [] }: Document): number {
  const texts = [...outlinks, ...frames, JSON.stringify(metadata)];
  const chars = texts.reduce((sum, text) => sum + text.length, 0);
  return 1000 + (content?.byteLength ?? jsonBytes) + 2 * chars;
}
