import type { ContentVerdict } from '../capture';
import type { LightElement } from '../tree/light-node';
import { detach } from '../tree/walk';
import { keepAbove, thresholdOf } from './choose-blocks';
import { contentVerdict } from './confidence/content-verdict';
import { cutOfPage } from './cut-of-page';
import { dropIdleRules } from './drop-idle-rules';
import { findLandmarks } from './landmarks';
import { mainContentModel } from './main-content-model';
import type { PageHints } from './page-hints';
import { openPageView, type PageView } from './page-view';
import { pruneTree } from './prune-tree';
import { applyRules } from './rules/apply-rules';
import { offerOf } from './rules/offer-of';
import { scoreBlocks } from './score-blocks';
import type { ScorerModel } from './scorer-model';
import { cutIntoShownBlocks } from './shown-blocks';
import { showStructuredContent } from './structured-content';
import type { PageBlocks, TextBlock } from './text-blocks';

/** Words. A page of fewer has nothing that a scorer could tell from the rest; what is called chrome goes. */
const SHORT_PAGE = 100;
/** Characters. So little of a page that has more is a slip of the scorer. */
const NEXT_TO_NOTHING = 100;
/** Each takes some 10 µs. The longest of 1,500 real pages has 11,000. */
const MAX_BLOCKS = 20_000;

/**
 * Reduces a page to its main content and returns the verdict of the model. Without a verdict (the page is too short or
 * too long, or almost nothing would be kept) only its landmarks are removed.
 */
export function keepMainContent(root: LightElement, hints: PageHints): ContentVerdict | undefined {
  const page = cutIntoShownBlocks(root);
  const model = mainContentModel();
  const choice = chooseByScores(page, hints, model);
  if (choice === undefined) {
    for (const landmark of findLandmarks(root)) detach(landmark);
    showStructuredContent(root, charsOf(page.blocks), hints);
    return undefined;
  }
  const verdict = contentVerdict(choice, model);
  const { view, scores, kept, isProduct } = choice;
  applyRules(view, scores, kept, isProduct);
  pruneTree(root, page, (block) => kept[block] === 1, hints.canonical);
  dropIdleRules(root);
  return verdict;
}

/** The scorer's choice, before rules correct it. */
interface Choice {
  view: PageView;
  /** Probability of each of PAGE_KINDS. */
  kinds: Float32Array;
  /** By block: probability that it is main content. */
  scores: Float32Array;
  /** Probability above which a block is kept. */
  threshold: number;
  /** By block: 1 is kept. */
  kept: Uint8Array;
  /** The page offers one product. */
  isProduct: boolean;
}

/** Undefined if the page is too short or too long to score, or almost nothing would be kept. @public used by training. */
export function chooseByScores(page: PageBlocks, hints: PageHints, model: ScorerModel): Choice | undefined {
  const words = page.blocks.reduce((sum, block) => sum + block.words, 0);
  if (words < SHORT_PAGE || page.blocks.length > MAX_BLOCKS) return undefined;
  const view = openPageView(page, hints, model.lexicon);
  const { kinds, scores } = scoreBlocks(view, model);
  const threshold = thresholdOf(scores, page.blocks, cutOfPage(model.cut, kinds, page.blocks));
  const kept = keepAbove(scores, threshold);
  const chars = charsOf(page.blocks.filter((_, index) => kept[index] === 1));
  return chars < NEXT_TO_NOTHING
    ? undefined
    : { view, kinds, scores, threshold, kept, isProduct: offerOf(view) === 'one' };
}

function charsOf(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, { chars }) => sum + chars, 0);
}
