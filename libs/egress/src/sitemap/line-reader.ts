import type { SitemapContent, SitemapReader } from './sitemap-reader';
import { MAX_LOCATION_CHARACTERS } from './sitemap-reader';

export class LineReader implements SitemapReader {
  readonly content: SitemapContent = { pages: [], sitemaps: [], titles: new Map() };
  readonly isStopped = false;
  private hasFound = false;
  private rest = '';

  get problem(): string | undefined {
    return this.hasFound ? undefined : 'not a sitemap: neither XML nor a list of URLs';
  }

  read(text: string): void {
    const lines = this.rest + text;
    const end = Math.max(lines.lastIndexOf('\n'), lines.lastIndexOf('\r')) + 1;
    this.find(lines.slice(0, end));
    // Longer lines are never valid URLs.
    this.rest = lines.slice(end, end + MAX_LOCATION_CHARACTERS);
  }

  end(): void {
    this.find(this.rest);
  }

  /** Scans instead of splitting: a file of line breaks would become an array of millions. */
  private find(lines: string): void {
    for (const [, page] of lines.matchAll(/^[ \t]*(https?:\/\/[^\r\n]*)/gim)) {
      if (page === undefined) continue;
      this.content.pages.push(page.slice(0, MAX_LOCATION_CHARACTERS).trim());
      this.hasFound = true;
    }
  }
}
