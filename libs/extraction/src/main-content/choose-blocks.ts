import type { CutSettings } from './scoring/model-format';

/**
 * By block: 1 is kept. What is kept should make the F1 of the words on the page as good as can be expected of these
 * probabilities: that is the case if a block is kept whose probability is above half of the best F1 to be had. The cut
 * bends that line: on a page of which one is sure it lies higher, and the less one is sure, the more is kept.
 */
export function chooseBlocks(
  probabilities: Float32Array,
  blocks: readonly { words: number }[],
  cut: CutSettings,
): Uint8Array {
  const best = bestExpectedF1(probabilities, blocks);
  const threshold = Math.min(cut.most, Math.max(cut.least, cut.share * best ** cut.power));
  return Uint8Array.from(probabilities, (probability) => (probability > threshold ? 1 : 0));
}

/** Of the sets that hold the most probable blocks down to some probability, what the best one can expect. */
function bestExpectedF1(probabilities: Float32Array, blocks: readonly { words: number }[]): number {
  const wordsOf = (block: number): number => blocks[block]?.words ?? 0;
  const order = Uint32Array.from(probabilities.keys());
  order.sort((a, b) => (probabilities[b] as number) - (probabilities[a] as number) || a - b);
  let wanted = 0;
  for (const block of order) wanted += (probabilities[block] as number) * wordsOf(block);
  let kept = 0;
  let right = 0;
  let best = 0;
  for (const block of order) {
    kept += wordsOf(block);
    right += (probabilities[block] as number) * wordsOf(block);
    if (kept + wanted > 0) best = Math.max(best, (2 * right) / (kept + wanted));
  }
  return best;
}
