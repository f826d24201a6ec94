import { hash } from 'node:crypto';
import { type DedupOptions, dedupKey } from '@orbweaver/core';

/** Under which a page of a crawl is remembered, whatever its spelling. SHA-256, hex. Throws a TypeError when `url` is not absolute. */
export function pageHash(url: string, options: DedupOptions): string {
  return hash('sha256', `page\n${dedupKey(url, options)}`);
}

/** Under which a refused URL is remembered: as it was found, as another spelling may be admitted. No page has it. */
export function refusalHash(sourceUrl: string): string {
  return hash('sha256', `refused\n${sourceUrl}`);
}
