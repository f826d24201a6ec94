import { MAX_URL_CHARS } from '@orbweaver/core';

/**
 * Maximum characters read of an entry: one more than a valid URL, so that the start of a longer one is not accepted.
 */
export const MAX_LOCATION_CHARACTERS = MAX_URL_CHARS + 1;

export interface SitemapContent {
  pages: string[];
  sitemaps: string[];
  /** Titles of news and feed entries, by location as written. */
  titles: Map<string, string>;
}

export interface SitemapReader {
  readonly content: SitemapContent;
  readonly problem: string | undefined;
  readonly isStopped: boolean;
  read(text: string): void;
  end(): void;
}

/** A sitemap that ended early. The part before is valid. */
export class SitemapCutError extends Error {
  override readonly name = 'SitemapCutError';
}
