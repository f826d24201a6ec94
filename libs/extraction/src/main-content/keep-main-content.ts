import type { ContentVerdict } from '../capture';
import type { LightElement } from '../tree/light-node';
import { detach } from '../tree/walk';
import { cutOfPage, keepAbove, thresholdOf } from './choose-blocks';
import { contentVerdict } from './confidence/content-verdict';
import { dropIdleRules } from './drop-idle-rules';
import { findLandmarks } from './landmarks';
import { mainContentModel } from './main-content-model';
import type { PageHints } from './page-hints';
import { openPageView, type PageView } from './page-view';
import { pruneTree } from './prune-tree';
import { scoreBlocks } from './score-blocks';
import type { ScorerModel } from './scorer-model';
import { cutIntoShownBlocks } from './shown-blocks';
import { completeStructure } from './structure/complete-structure';
import { promoteTitle } from './structure/title';
import { showStructuredContent } from './structured-content';
import type { PageBlocks, TextBlock } from './text-blocks';

/** Minimum number of words of a page for the model to be reliable. */
const MIN_WORDS = 100;
/** Minimum number of kept characters. Less is an error of the model. */
const MIN_KEPT_CHARS = 100;
/** A block takes about 10 µs. The longest of 1,500 real pages has 11,000. */
const MAX_BLOCKS = 20_000;

/** Removes boilerplate from the tree, by block. Removes only landmarks, without a verdict, if the model cannot be used. */
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
  const { view, kept } = choice;
  completeStructure(view, kept);
  promoteTitle(view, kept);
  pruneTree(root, page, (block) => kept[block] === 1, hints.canonical);
  dropIdleRules(root);
  return verdict;
}

/** The blocks that the model keeps. */
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
}

/** Undefined if too few blocks would be kept, or the page is too short or too long. @public used by the training scripts. */
export function chooseByScores(page: PageBlocks, hints: PageHints, model: ScorerModel): Choice | undefined {
  const words = page.blocks.reduce((sum, block) => sum + block.words, 0);
  if (words < MIN_WORDS || page.blocks.length > MAX_BLOCKS) return undefined;
  const view = openPageView(page, hints, model.lexicon);
  const { kinds, scores } = scoreBlocks(view, model);
  const threshold = thresholdOf(scores, page.blocks, cutOfPage(model.cut, kinds, page.blocks));
  const kept = keepAbove(scores, threshold);
  const chars = charsOf(page.blocks.filter((_, index) => kept[index] === 1));
  return chars < MIN_KEPT_CHARS ? undefined : { view, kinds, scores, threshold, kept };
}

function charsOf(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, { chars }) => sum + chars, 0);
}
