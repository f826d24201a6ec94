import type { CrawlScope } from '../crawl-spec';
import type { SkipReason } from '../skip-reason';
import type { PathPattern } from './path-pattern';

/** A discovered URL before the scope decision. */
export interface Candidate {
  url: string;
  /** Hops from the start URL. 0 for seeds and sitemap pages. */
  depth: number;
  /** The linking page; absent for seeds and sitemap pages. */
  foundOn?: string;
}

export interface ScopeContext {
  scope: CrawlScope;
  /** The start URL or its redirect target. */
  origin: URL;
  includes: readonly PathPattern[];
  excludes: readonly PathPattern[];
}

interface ScopeRefusal {
  reason: SkipReason;
  pattern?: PathPattern;
}

export type ScopeRule = (candidate: ParsedCandidate, context: ScopeContext) => SkipReason | ScopeRefusal | undefined;

export interface ParsedCandidate extends Candidate {
  /** The URL to visit, without credentials and non-route fragment. */
  parsed: URL;
  /** Same host as the origin, ignoring `www.` and port. */
  internal: boolean;
  /** Another host of the origin's registrable domain (public suffix list). */
  subdomain: boolean;
}
