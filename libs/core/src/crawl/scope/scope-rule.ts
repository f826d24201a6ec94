import type { CrawlScope } from '../crawl-spec';
import type { SkipReason } from '../skip-reason';

/** A URL that was seen, before anyone decided whether it is visited. */
export interface Candidate {
  /** Absolute, http or https. */
  url: string;
  /** Hops from the start URL. Seeds and sitemap pages: 0. */
  depth: number;
  /** The page that links to it; absent for seeds and sitemap pages. */
  foundOn?: string;
}

/** What all candidates of one crawl are measured against; compiled once, see compileScope. */
export interface ScopeContext {
  scope: CrawlScope;
  /** The start URL, or where it was redirected to. */
  origin: URL;
  includes: readonly PathPattern[];
  excludes: readonly PathPattern[];
}

/** A pattern of the caller's, compiled by a linear-time engine. */
export interface PathPattern {
  source: string;
  test(text: string): boolean;
}

/** One question about a candidate. Pure. The answer is a refusal, or undefined for "no objection". */
export type ScopeRule = (candidate: ParsedCandidate, context: ScopeContext) => SkipReason | undefined;

export interface ParsedCandidate extends Candidate {
  parsed: URL;
  /** Same host as the origin, `www.` aside. */
  internal: boolean;
}
