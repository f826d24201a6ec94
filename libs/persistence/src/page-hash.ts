import { hash } from 'node:crypto';
import { type DedupOptions, dedupKey } from '@orbweaver/core';

/** Identifies a page of a crawl in any spelling. SHA-256, hex. Throws a TypeError for a relative URL. */
export function pageHash(url: string, options: DedupOptions): string {
  return hash('sha256', `page\n${dedupKey(url, options)}`);
}

/** Identifies a refused URL by its spelling, because another spelling may be admitted. Differs from all page hashes. */
export function refusalHash(sourceUrl: string): string {
  return hash('sha256', `refused\n${sourceUrl}`);
}
