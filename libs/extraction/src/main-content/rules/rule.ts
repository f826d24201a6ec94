import type { PageView } from '../page-view';

/** A page during the rules, with results that later rules read. */
export interface RuledPage {
  view: PageView;
  /** By block: probability that it is main content. */
  scores: Float32Array;
  /** The page offers one product. */
  isProduct: boolean;
  /** The page has posts with authors. Set by `keep-authors`. */
  hasPosts: boolean;
  /** By block: 1 if a rule classified it as boilerplate. Rules that complete groups do not restore it. */
  boilerplate: Uint8Array;
}

/**
 * A correction of the scorer's choice. `apply` changes `kept` (by block: 1 is kept). `keep` rules only add blocks, `drop`
 * rules only remove them, `settle` rules do both.
 */
export interface ContentRule {
  name: string;
  effect: 'keep' | 'drop' | 'settle';
  /** Whether the removed blocks are boilerplate: advertisements, comments, related links, notices. */
  marksBoilerplate?: true;
  /** Whether the rule runs on a page. Default: always. */
  appliesTo?: (page: RuledPage) => boolean;
  apply: (page: RuledPage, kept: Uint8Array) => void;
}
