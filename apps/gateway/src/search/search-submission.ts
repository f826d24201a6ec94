import type { ScrapeSpec } from '@orbweaver/core';
import type { SearchHit, SearchSource } from '@orbweaver/search';
import type { PackedContent } from '../wire/splice-document';

/** Restricts results to kinds of sites. */
export const searchCategories = ['github', 'research', 'pdf'] as const;
export type SearchCategory = (typeof searchCategories)[number];

/** A search without API version. */
export interface SearchSubmission {
  query: string;
  limit: number;
  sources: readonly SearchSource[];
  categories: readonly SearchCategory[];
  includeDomains: readonly string[];
  excludeDomains: readonly string[];
  tbs?: string | undefined;
  lang?: string | undefined;
  country?: string | undefined;
  timeoutMs: number;
  ignoreInvalidURLs: boolean;
  /** Absent: no page is scraped. */
  scrape?: ScrapeSpec | undefined;
  origin: string;
  integration?: string | undefined;
  zeroDataRetention: boolean;
  warnings: readonly string[];
}

/** A hit with its document, or the reason why it has none. */
export interface ScrapedHit extends SearchHit {
  category?: SearchCategory;
  document?: PackedContent;
  failure?: { code?: string | undefined; message: string };
}

export interface SearchOutcome {
  id: string;
  /** By requested source. */
  hits: Partial<Record<SearchSource, ScrapedHit[]>>;
  creditsUsed: number;
  warnings: readonly string[];
}
