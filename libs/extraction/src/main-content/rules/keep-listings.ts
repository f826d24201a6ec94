import type { LightElement } from '../../tree/light-node';
import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';

/** Labels between a text and the listing that belongs to it: the name of a file, of a language. */
const REACH = 3;
const LABEL_WORDS = 4;
/** Blocks, with buttons and other listings among them. */
const MAX_STEPS = 24;
/** Share of its words that are kept, from which on all are. */
const MOST = 0.4;
/** Probabilities, as means over words. Of what has less the scorer is sure that it is beside the point. */
const LEAST = 0.15;
/** From here on the text before a listing is enough. */
const LIKELY = 0.35;
/** Elements from the text of a tab up to what is called one, and from a listing up to its figure. */
const LEVELS = 4;

/**
 * A listing of code goes with the text that it stands in, and is kept as a whole, with its caption: a scorer of single
 * blocks takes a short command for a label, doubts a long program, and looks at each line for itself where lines are
 * elements. `kept`, by block: 1 stays.
 */
export function keepListings({ blocks, elements }: PageView, scores: Float32Array, kept: Uint8Array): void {
  const { node, parent, first, end } = elements;
  // A figure of many listings is gone through once.
  let shown = -1;
  for (let element = 0; element < node.length; element++) {
    if (node[element]?.localName !== 'pre') continue;
    const [start, stop] = [first[element] as number, end[element] as number];
    if (start === stop) continue;
    const figure = figureAround(node, parent, element);
    const [from, to] = [first[figure] as number, end[figure] as number];
    if (isMostlyKept(blocks, kept, start, stop)) kept.fill(1, start, stop);
    else if (isProbable(blocks, scores, start, stop, LEAST)) {
      const before = besideListing(blocks, kept, from - 1, -1);
      if (before === -1 || kept[before] === 0) continue;
      const behind = besideListing(blocks, kept, to, 1);
      const isAmongKept = (behind !== -1 && kept[behind] === 1) || /[:：]$/.test((blocks[before] as TextBlock).text);
      if (!isAmongKept && !isProbable(blocks, scores, start, stop, LIKELY)) continue;
      kept.fill(1, start, stop);
      if (figure === shown) continue;
      shown = figure;
      for (let at = from; at < to; at++) if (!isControl(blocks[at] as TextBlock)) kept[at] = 1;
    }
  }
}

/** The figure that shows the listing, with its name and caption; without one the listing itself. */
function figureAround(node: readonly LightElement[], parent: readonly number[], listing: number): number {
  let outer = parent[listing] as number;
  for (let level = 0; outer !== -1 && level < LEVELS; level++, outer = parent[outer] as number) {
    if (node[outer]?.localName === 'figure') return outer;
  }
  return listing;
}

function isMostlyKept(blocks: readonly TextBlock[], kept: Uint8Array, start: number, stop: number): boolean {
  let words = 0;
  let keptWords = 0;
  for (let at = start; at < stop; at++) {
    words += (blocks[at] as TextBlock).words;
    if (kept[at] === 1) keptWords += (blocks[at] as TextBlock).words;
  }
  return keptWords > MOST * words;
}

function isProbable(
  blocks: readonly TextBlock[],
  scores: Float32Array,
  start: number,
  stop: number,
  least: number,
): boolean {
  let words = 0;
  let probable = 0;
  for (let at = start; at < stop; at++) {
    words += (blocks[at] as TextBlock).words;
    probable += (blocks[at] as TextBlock).words * (scores[at] as number);
  }
  return probable >= least * words;
}

/** The next block in that direction that is no label, button or neighbour of the listing; -1: there is none. */
function besideListing(blocks: readonly TextBlock[], kept: Uint8Array, from: number, step: 1 | -1): number {
  let labels = 0;
  for (let at = from, steps = 0; steps <= MAX_STEPS; at += step, steps++) {
    const block = blocks[at];
    if (block === undefined) return -1;
    if (kept[at] === 1) return at;
    if (block.isPre || isControl(block)) continue;
    if (block.words > LABEL_WORDS) return at;
    if (++labels > REACH) return -1;
  }
  return -1;
}

/** A button, or the tab that shows another listing. */
function isControl({ buttonShare, nodes }: TextBlock): boolean {
  if (buttonShare >= 0.5) return true;
  let around = nodes[0]?.parentNode ?? null;
  for (let level = 0; around !== null && level < LEVELS; level++, around = around.parentNode) {
    if (around.getAttribute('role') === 'tab') return true;
  }
  return false;
}
