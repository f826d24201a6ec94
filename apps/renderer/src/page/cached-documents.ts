import { createHash } from 'node:crypto';
import type { RenderPage } from '@orbweaver/contracts';
import { LRUCache } from 'lru-cache';
import type { PageResult } from './page-result';

type Document = PageResult & { kind: 'done' };

const MAX_BYTES = 32 * 1024 * 1024;
/**
 * A larger document would push out all others; its page takes longer than a second anyway and is requested less often.
 */
const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024;

/**
 * The documents made of the latest cache hits. Making one takes ten to a hundred times as long as the rest of a hit,
 * and the same capture gives the same document for the same request.
 */
export class CachedDocuments {
  private readonly documents = new LRUCache<string, Document>({
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_DOCUMENT_BYTES,
    sizeCalculation: weigh,
  });

  recall(message: RenderPage): Document | undefined {
    const key = keyOf(message);
    return key === undefined ? undefined : this.documents.get(key);
  }

  /** A hit without an id is not remembered. */
  remember(message: RenderPage, result: PageResult): void {
    const key = keyOf(message);
    if (key !== undefined && result.kind === 'done') this.documents.set(key, result);
  }
}

/**
 * A digest of everything that the document is made of; undefined: the hit has no id. The text itself would be too
 * large: a specification may outweigh its document, and keys are not counted.
 */
function keyOf({ cache, url, spec, sourceUrl, crawl }: RenderPage): string | undefined {
  if (cache?.state !== 'hit' || cache.id === undefined) return undefined;
  const whole = JSON.stringify([cache.id, url, sourceUrl, spec, crawl]);
  return createHash('sha256').update(whole).digest('base64');
}

function weigh({ content, jsonBytes, metadata, outlinks, frames = [] }: Document): number {
  const texts = [...outlinks, ...frames, JSON.stringify(metadata)];
  const chars = texts.reduce((sum, text) => sum + text.length, 0);
  return 1000 + (content?.byteLength ?? jsonBytes) + 2 * chars;
}
