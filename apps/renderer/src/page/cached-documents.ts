import { createHash } from 'node:crypto';
import type { RenderPage } from '@orbweaver/contracts';
import { mayReadCache } from '@orbweaver/core';
import { LRUCache } from 'lru-cache';
import type { CaptureToCache } from '../cache/cached-capture';
import type { PageResult } from './page-result';

type Document = PageResult & { kind: 'done' };

const MAX_BYTES = 32 * 1024 * 1024;
/** A larger document would evict all others. */
const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024;

/**
 * Documents made from the latest cache hits and scrapes. Making a document takes ten to a hundred times as long as the
 * rest of a hit, and the same capture and request always give the same document.
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

  /** Adds the document of a fetched page, for later hits. Excludes pages of jobs (too many) and requests without cache. */
  setFetched(message: RenderPage, { keep, ...document }: Document): void {
    if (message.kind !== 'scrape' || keep?.body === undefined) return;
    if (!mayReadCache({ ...message, spec: { ...message.spec, maxAgeMs: 1 } })) return;
    this.documents.set(keyOf(message, keep), document);
  }
}

/** The key of a cache hit; undefined if the hit has no id and must not be remembered. */
export function keyOfHit(message: RenderPage): string | undefined {
  const { cache, captureBody: body, captureScreenshot: screenshot } = message;
  if (cache?.state !== 'hit' || cache.id === undefined || body === undefined) return undefined;
  return keyOf(message, { capture: cache.capture, body, ...(screenshot && { screenshot }) });
}

/** A digest of all inputs of the document. Keys are not weighed, so they must be short. */
function keyOf(
  { url, sourceUrl, spec, crawl }: RenderPage,
  { capture, body = new Uint8Array(), screenshot = new Uint8Array() }: CaptureToCache,
): string {
  // These fields do not change the document.
  const { maxAgeMs: _, storeInCache: __, timeoutMs: ___, ...looks } = spec;
  // Neither do these.
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
