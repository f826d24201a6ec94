import { createHash } from 'node:crypto';
import type { RenderPage } from '@orbweaver/contracts';
import { mayReadCache } from '@orbweaver/core';
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

  get(key: string): Document | undefined {
    return this.documents.get(key);
  }

  set(key: string, document: Document): void {
    this.documents.set(key, document);
  }

  /**
   * The document of a page that was fetched: what it goes into the cache with is what a hit on it brings. Pages of jobs
   * are too many, and for some requests the cache may not answer.
   */
  setFetched(message: RenderPage, { keep, ...document }: Document): void {
    if (message.kind !== 'scrape' || keep?.body === undefined) return;
    if (!mayReadCache({ ...message, spec: { ...message.spec, maxAgeMs: 1 } })) return;
    this.documents.set(keyOf(message, keep), document);
  }
}

/** The key of a hit's document; undefined: the hit has no id, so that nothing of it may be remembered. */
export function keyOfHit(message: RenderPage): string | undefined {
  const { cache, captureBody: body, captureScreenshot: screenshot } = message;
  if (cache?.state !== 'hit' || cache.id === undefined || body === undefined) return undefined;
  return keyOf(message, { capture: cache.capture, body, ...(screenshot && { screenshot }) });
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
    .update(JSON.stringify([url, sourceUrl, looks, crawl, shown, sizes]))
    .update(body)
    .update(screenshot)
    .digest('base64');
}

function weigh({ content, jsonBytes, metadata, outlinks, frames = [] }: Document): number {
  const texts = [...outlinks, ...frames, JSON.stringify(metadata)];
  const chars = texts.reduce((sum, text) => sum + text.length, 0);
  return 1000 + (content?.byteLength ?? jsonBytes) + 2 * chars;
}
