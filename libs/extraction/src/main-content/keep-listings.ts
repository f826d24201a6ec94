import type { PageView } from './page-view';
import type { TextBlock } from './text-blocks';

/** Blocks between a text and the listing that belongs to it: a name of a file, a button that copies. */
const REACH = 3;
const LABEL_WORDS = 4;
/** Share of its words that are kept, from which on all are. */
const MOST = 0.4;
/** Words of a listing that may be a label by its looks. */
const MAX_WORDS = 30;
/** Probability, as the mean over its words. Of what has less the scorer is sure that it is beside the point. */
const LEAST = 0.2;

/**
 * A listing of code goes with the text that it stands in, and is kept as a whole: a scorer of single blocks takes a
 * short command for a label, and looks at each line for itself where lines are elements. `kept`, by block: 1 stays.
 */
export function keepListings({ blocks, elements }: PageView, scores: Float32Array, kept: Uint8Array): void {
  const { node, first, end } = elements;
  for (let element = 0; element < node.length; element++) {
    if (node[element]?.localName !== 'pre') continue;
    const [start, stop] = [first[element] as number, end[element] as number];
    if (start === stop) continue;
    if (isMostlyKept(blocks, kept, start, stop) || isCommand(blocks, scores, kept, start, stop))
      kept.fill(1, start, stop);
  }
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

/** A few words of code of which the scorer is unsure, right among what is kept. */
function isCommand(
  blocks: readonly TextBlock[],
  scores: Float32Array,
  kept: Uint8Array,
  start: number,
  stop: number,
): boolean {
  let words = 0;
  let probable = 0;
  for (let at = start; at < stop; at++) {
    words += (blocks[at] as TextBlock).words;
    probable += (blocks[at] as TextBlock).words * (scores[at] as number);
  }
  return words <= MAX_WORDS && probable >= LEAST * words && isAmongKept(blocks, kept, start, stop);
}

/** The text before it announces it, or the text behind it is kept as well. */
function isAmongKept(blocks: readonly TextBlock[], kept: Uint8Array, start: number, stop: number): boolean {
  const before = besideListing(blocks, kept, start - 1, -1);
  if (before === -1 || kept[before] === 0) return false;
  if (/[:：]$/.test((blocks[before] as TextBlock).text)) return true;
  const behind = besideListing(blocks, kept, stop, 1);
  return behind !== -1 && kept[behind] === 1;
}

/** The next block in that direction that is no label or button of the listing; -1: there is none. */
function besideListing(blocks: readonly TextBlock[], kept: Uint8Array, from: number, step: 1 | -1): number {
  for (let at = from, steps = 0; steps <= REACH; at += step, steps++) {
    const block = blocks[at];
    if (block === undefined) return -1;
    if (block.buttonShare < 0.5 && (kept[at] === 1 || block.isPre || block.words > LABEL_WORDS)) return at;
  }
  return -1;
}
