import { expectedF1, keepAbove } from '../choose-blocks';
import { isInOtherScript } from '../is-in-other-script';
import { PAGE_KINDS } from '../kind/page-kinds';
import { isRunningText, type PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

/** Probabilities between which a block is uncertain. */
const UNSURE = { from: 0.2, to: 0.8 };
/** Distances from the threshold at which the choice is repeated. */
const SHIFTS = [-0.2, -0.1, 0.1, 0.2];

export const CONFIDENCE_FIGURE_NAMES: readonly string[] = [
  ...PAGE_KINDS.map((kind) => `is:${kind}`),
  ...['kindCertainty', 'expectedF1', 'threshold', 'expectedPrecision', 'expectedRecall', 'entropy', 'unsureShare'],
  ...['keptShare', 'keptBlocks', 'keptWords', 'pageWords', 'pageBlocks', 'keptLinkShare', 'linksKept', 'runs'],
  ...['runningKept', 'inBody', 'bodyKept', 'titleScore', 'otherScript'],
  ...SHIFTS.map((shift) => `agreement${shift}`),
];

/** A page with its scores and the blocks that the threshold keeps. */
export interface ScoredPage {
  view: PageView;
  kinds: Float32Array;
  /** By block: probability that it is main content. */
  scores: Float32Array;
  threshold: number;
}

/** Statistics of a page for the confidence head, one for each of CONFIDENCE_FIGURE_NAMES. */
export function confidenceFigures({ view, kinds, scores, threshold }: ScoredPage): Float32Array {
  const { blocks, elements, title, body } = view;
  const kept = keepAbove(scores, threshold);
  const words = sums();
  const links = sums();
  const running = sums();
  const inBody = sums();
  let [probable, probableKept, entropy, unsure, keptBlocks, runs] = [0, 0, 0, 0, 0, 0];
  const bodyFirst = elements.first[body] as number;
  const bodyEnd = elements.end[body] as number;
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as TextBlock;
    const probability = scores[index] as number;
    const isKept = kept[index] === 1;
    words.add(block.words, isKept);
    links.add(block.words * block.linkShare, isKept);
    if (isRunningText(block)) running.add(block.words, isKept);
    if (index >= bodyFirst && index < bodyEnd) inBody.add(block.words, isKept);
    probable += probability * block.words;
    entropy += block.words * entropyOf(probability);
    if (probability > UNSURE.from && probability < UNSURE.to) unsure += block.words;
    if (!isKept) continue;
    probableKept += probability * block.words;
    keptBlocks++;
    if (index === 0 || kept[index - 1] === 0) runs++;
  }
  return Float32Array.from([
    ...kinds,
    Math.max(...kinds),
    expectedF1(scores, blocks),
    threshold,
    share(probableKept, words.kept),
    share(probableKept, probable),
    share(entropy, words.all),
    share(unsure, words.all),
    share(words.kept, words.all),
    keptBlocks,
    words.kept,
    words.all,
    blocks.length,
    share(links.kept, words.kept),
    share(links.kept, links.all),
    share(runs, keptBlocks),
    share(running.kept, running.all),
    share(inBody.kept, words.kept),
    share(inBody.kept, inBody.all),
    title === -1 ? -1 : (scores[title] as number),
    Number(isInOtherScript(blocks)),
    ...SHIFTS.map((shift) => agreement(blocks, kept, keepAbove(scores, threshold + shift))),
  ]);
}

function sums() {
  return {
    all: 0,
    kept: 0,
    add(count: number, isKept: boolean): void {
      this.all += count;
      if (isKept) this.kept += count;
    },
  };
}

function share(part: number, whole: number): number {
  return whole > 0 ? part / whole : 0;
}

function entropyOf(probability: number): number {
  if (probability <= 0 || probability >= 1) return 0;
  return -(probability * Math.log2(probability) + (1 - probability) * Math.log2(1 - probability));
}

/** F1 of the words of two choices. */
function agreement(blocks: readonly TextBlock[], one: Uint8Array, other: Uint8Array): number {
  let [both, all] = [0, 0];
  for (let index = 0; index < blocks.length; index++) {
    const { words } = blocks[index] as TextBlock;
    const count = (one[index] as number) + (other[index] as number);
    all += count * words;
    if (count === 2) both += 2 * words;
  }
  return share(both, all);
}
