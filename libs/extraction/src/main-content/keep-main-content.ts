import type { LightElement } from '../tree/light-node';
import { chooseBlocks } from './choose-blocks';
import { dropDoubtful } from './drop-doubtful';
import { dropFacets } from './drop-facets';
import { dropFinePrint } from './drop-fine-print';
import { dropNotices } from './drop-notices';
import { dropOtherProducts } from './drop-other-products';
import { dropRepeatedHeadings } from './drop-repeated-headings';
import { dropReviews } from './drop-reviews';
import { dropSignatures } from './drop-signatures';
import { dropUnasked } from './drop-unasked';
import { isProduct } from './is-product';
import { keepAuthors } from './keep-authors';
import { keepHeadings } from './keep-headings';
import { keepLabels } from './keep-labels';
import { keepListings } from './keep-listings';
import { keepParts } from './keep-parts';
import { keepProduct } from './keep-product';
import { keepProse } from './keep-prose';
import { keepSections } from './keep-sections';
import { keepTitle } from './keep-title';
import { keepWhole } from './keep-whole';
import { mainContentModel } from './main-content-model';
import type { PageHints } from './page-hints';
import { openPageView, type PageView } from './page-view';
import { pruneTree } from './prune-tree';
import { removeChrome } from './remove-chrome';
import { scoreBlocks } from './score-blocks';
import { settleContents } from './settle-contents';
import { settleQuotes } from './settle-quotes';
import { showStructuredContent } from './structured-content';
import { cutIntoBlocks, type PageBlocks, type TextBlock } from './text-blocks';

/** Words. A page of fewer has nothing that a scorer could tell from the rest; what is called chrome goes. */
const SHORT_PAGE = 100;
/** Characters. So little of a page that has more is a slip of the scorer. */
const NEXT_TO_NOTHING = 100;
/** Each takes some 10 µs. The longest of 1,500 real pages has 11,000. */
const MAX_BLOCKS = 20_000;

/**
 * Leaves of a page what it is about, down to the block. Where that cannot be told, what its markup calls chrome is
 * taken away and nothing else.
 */
export function keepMainContent(root: LightElement, hints: PageHints): void {
  const page = cutIntoBlocks(root);
  const words = page.blocks.reduce((sum, block) => sum + block.words, 0);
  const kept = words < SHORT_PAGE || page.blocks.length > MAX_BLOCKS ? undefined : choose(page, hints);
  if (kept !== undefined) {
    pruneTree(root, page, (block) => kept[block] === 1, hints.canonical);
    return;
  }
  removeChrome(root);
  showStructuredContent(root, charsOf(page.blocks), hints);
}

/** By block: 1 stays; undefined: next to nothing would. */
function choose(page: PageBlocks, hints: PageHints): Uint8Array | undefined {
  const model = mainContentModel();
  const view = openPageView(page, hints, model.lexicon);
  const scores = scoreBlocks(view, model);
  const kept = chooseBlocks(scores, page.blocks, model.cut);
  const chars = charsOf(page.blocks.filter((_, index) => kept[index] === 1));
  if (chars < NEXT_TO_NOTHING) return undefined;
  dropDoubtful(view, scores, kept);
  complete(view, scores, kept);
  return kept;
}

/** What the scorer of single blocks cannot see: what belongs together, and what is beside the point. */
function complete(view: PageView, scores: Float32Array, kept: Uint8Array): void {
  keepTitle(view, kept);
  keepWhole(view, kept);
  keepListings(view, scores, kept);
  keepProse(view, scores, kept);
  keepParts(view, scores, kept);
  settleQuotes(view, kept);
  keepSections(view, scores, kept);
  dropFacets(view, kept);
  dropFinePrint(view, kept);
  dropSignatures(view, kept);
  if (isProduct(view)) {
    dropReviews(view, kept);
    dropOtherProducts(view, kept);
    keepProduct(view, kept);
  }
  dropUnasked(view, scores, kept);
  dropNotices(view, kept);
  // What repeats above posts says who their authors are.
  const hasPosts = keepAuthors(view, kept);
  if (!hasPosts) keepLabels(view, scores, kept);
  keepHeadings(view, kept);
  settleContents(view, kept);
  dropRepeatedHeadings(view, kept, hasPosts);
}

function charsOf(blocks: readonly TextBlock[]): number {
  return blocks.reduce((sum, { chars }) => sum + chars, 0);
}
