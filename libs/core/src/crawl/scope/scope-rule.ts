import type { CrawlScope } from '../crawl-spec';
import type { SkipReason } from '../skip-reason';
import type { PathPattern } from './path-pattern';

/** A URL that was found, before the decision whether to visit it. */
export interface Candidate {
  /** Absolute, http or https. */
  url: string;
  /** Hops from the start URL. Seeds and sitemap pages: 0. */
  depth: number;
  /** The page that links to it; absent for seeds and sitemap pages. */
  foundOn?: string;
}

/** The compiled rules of one crawl, see compileScope. */
export interface ScopeContext {
  scope: CrawlScope;
  /** The start URL, or where it was redirected to. */
  origin: URL;
  includes: readonly PathPattern[];
  excludes: readonly PathPattern[];
}

/** A reason, with the caller's pattern if a single pattern decided. */
interface ScopeRefusal {
  reason: SkipReason;
  pattern?: PathPattern;
}

/** One rule. Pure. Answers with a refusal, or undefined for no objection. */
export type ScopeRule = (candidate: ParsedCandidate, context: ScopeContext) => SkipReason | ScopeRefusal | undefined;

export interface ParsedCandidate extends Candidate {
  /** The URL to visit: without credentials and without a fragment, unless that is a route. */
  parsed: URL;
  /** Same host as the origin, `www.` and port aside. */
  internal: boolean;
  /** Another host of the origin's registrable domain (public suffix list). */
  subdomain: boolean;
}
