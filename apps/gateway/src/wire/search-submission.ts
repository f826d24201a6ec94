import type { ScrapeSpec } from '@orbweaver/core';
import type { SearchHit, SearchSource } from '@orbweaver/search';
import type { z } from 'zod';
import type { PackedContent } from './splice-document';

/** Restricts results to kinds of sites. */
export const searchCategories = ['github', 'research', 'pdf', 'developer'] as const;
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

export interface DocumentWriter {
  writeDocument(packed: PackedContent, spec: ScrapeSpec): Promise<Buffer>;
}

/** A search in a version: schemas and their translation. */
export interface SearchVersion<S = unknown> {
  SearchRequest: z.ZodType<S>;
  Searched: z.ZodType;
  example: unknown;
  toSubmission(body: S): SearchSubmission;
  /** The JSON of the response. */
  write(outcome: SearchOutcome, submission: SearchSubmission, version: DocumentWriter): Promise<Buffer>;
}

/** Options that SearXNG does not have. */
export function warnOfIgnored(options: Partial<Record<'location' | 'filter', string | undefined>>): string[] {
  const given = Object.entries({ location: options.location, filter: options.filter });
  return given.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [`${name} was ignored: the search engine does not support it.`],
  );
}
