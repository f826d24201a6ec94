import type { PageView } from '../page-view';
import type { TextBlock } from '../text-blocks';
import { keptShare } from './fields-of';
import { fieldsOfRecords } from './fields-of-records';

/** Share of a field from which on it is kept, and up to which it goes; between them the mean probability decides. */
const MOST = 0.6;
const FEW = 0.33;
const LIKELY = 0.35;
const MOST_LINKED = 0.5;
/** Probabilities. Of what has less or more, the scorer is sure for itself. */
const LEAST = 0.1;
const SURE = 0.7;
/** Words of a longer copy, which is a quote or a carousel. */
const COPY_WORDS = 8;

/**
 * The scorer looks at one block after the other and doubts what the page has said before, so that it keeps the stars of
 * some cards and not of others: a reader takes those that are missing for none. What stands in the same place of each
 * record stays or goes as one. `kept`, by block: 1 stays.
 */
export function settleFields(page: PageView, scores: Float32Array, kept: Uint8Array): void {
  for (const field of fieldsOfRecords(page)) {
    if (keptShare(field, kept) === 0) continue;
    if (stays(field, page, scores, kept)) complete(field, page, scores, kept);
    else for (const index of field) if (isIdle(index, page, scores)) kept[index] = 0;
  }
}

/** The same, where all that was taken away was beside the point. */
export function completeFields(page: PageView, scores: Float32Array, kept: Uint8Array): void {
  for (const field of fieldsOfRecords(page)) {
    if (keptShare(field, kept) > 0 && stays(field, page, scores, kept)) complete(field, page, scores, kept);
  }
}

function stays(field: readonly number[], { blocks }: PageView, scores: Float32Array, kept: Uint8Array): boolean {
  const share = keptShare(field, kept);
  if (share >= MOST || share <= FEW) return share >= MOST;
  // A list of links of which some read like the text is teasers.
  const linked = meanOf(field, (index) => (blocks[index] as TextBlock).linkShare);
  return linked < MOST_LINKED && meanOf(field, (index) => scores[index] as number) >= LIKELY;
}

function meanOf(field: readonly number[], figure: (index: number) => number): number {
  return field.reduce((sum, index) => sum + figure(index), 0) / field.length;
}

function complete(
  field: readonly number[],
  { blocks, headings, copies }: PageView,
  scores: Float32Array,
  kept: Uint8Array,
): void {
  const isLinked = (index: number) => (blocks[index] as TextBlock).linkShare >= MOST_LINKED;
  const areLinked = field.some((index) => kept[index] === 1 && isLinked(index));
  for (const index of field) {
    // `Read also: …` between the paragraphs of a text.
    if ((scores[index] as number) < LEAST || (isLinked(index) && !areLinked)) continue;
    const { words } = blocks[index] as TextBlock;
    if (copies.isUnique[index] === 1 || words < COPY_WORDS || headings[index] !== 0) kept[index] = 1;
  }
}

function isIdle(index: number, { title, prices }: PageView, scores: Float32Array): boolean {
  return index !== title && prices[index] === 0 && (scores[index] as number) <= SURE;
}
