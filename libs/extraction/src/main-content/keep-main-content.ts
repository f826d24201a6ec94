import type { LightElement } from '../tree/light-node';
import { detach } from '../tree/walk';
import { chooseBlocks } from './choose-blocks';
import { cutOfPage } from './cut-of-page';
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
import { offeredPrices } from './structure/prices';
import { promoteTitle } from './structure/title';
import { showStructuredContent } from './structured-content';
import type { PageBlocks, TextBlock } from './text-blocks';

/** Minimum number of words of a page for the model to be reliable. */
const MIN_WORDS = 100;
/** Minimum number of kept characters. Less is an error of the model. */
const MIN_KEPT_CHARS = 100;
/** A block takes about 10 µs. The longest of 1,500 real pages has 11,000. */
const MAX_BLOCKS = 20_000;

/** Removes boilerplate from the tree, by block. Removes only landmarks if the model cannot be used. */
export function keepMainContent(root: LightElement, hints: PageHints): void {
  const page = cutIntoShownBlocks(root);
  const kept = choose(page, hints);
  if (kept !== undefined) {
    pruneTree(root, page, (block) => kept[block] === 1, hints.canonical);
    dropIdleRules(root);
    return;
  }
  for (const landmark of findLandmarks(root)) detach(landmark);
  showStructuredContent(root, charsOf(page.blocks), hints);
}

/** The blocks that the model keeps. */
interface Choice {
  view: PageView;
  /** By block: 1 is kept. */
  kept: Uint8Array;
}

/** By block: 1 is kept. Undefined if too few blocks would be kept, or the page is too short or too long to score. */
function choose(page: PageBlocks, hints: PageHints): Uint8Array | undefined {
  const choice = chooseByScores(page, hints, mainContentModel());
  if (choice === undefined) return undefined;
  completeStructure(choice.view, choice.kept);
  promoteTitle(choice.view, choice.kept);
  return choice.kept;
}

/** @public used by the training scripts. */
export function chooseByScores(page: PageBlocks, hints: PageHints, model: ScorerModel): Choice | undefined {
  const words = page.blocks.reduce((sum, block) => sum + block.words, 0);
  if (words < MIN_WORDS || page.blocks.length > MAX_BLOCKS) return undefined;
  const view = openPageView(page, hints, model.lexicon);
  const scores = scoreBlocks(view, model);
  const kept = chooseBlocks(scores, page.blocks, cutOfPage(model.cut, view, offeredPrices(hints).size > 0));
  const chars = charsOf(page.blocks.filter((_, index) => kept[index] === 1));
  return chars < MIN_KEPT_CHARS ? undefined : { view, kept };
}

function charsOf(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, { chars }) => sum + chars, 0);
}
