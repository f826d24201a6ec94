import { hash } from 'node:crypto';
import { type DedupOptions, dedupKey } from '@orbweaver/core';

/** Identifies a page of a crawl in any spelling. SHA-256, hex. Throws a TypeError when `url` is not absolute. */
export function pageHash(url: string, options: DedupOptions): string {
  return hash('sha256', `page\n${dedupKey(url, options)}`);
}

/** Identifies a refused URL in its own spelling, as another spelling may be admitted. No page has the same hash. */
export function refusalHash(sourceUrl: string): string {
  return hash('sha256', `refused\n${sourceUrl}`);
}
