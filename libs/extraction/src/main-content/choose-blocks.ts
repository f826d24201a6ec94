import { isInOtherScript } from './is-in-other-script';
import type { CutSettings } from './scoring/model-format';
import type { TextBlock } from './text-blocks';

interface CountedBlock {
  words: number;
}

/**
 * The probability above which a block is kept. Keeping blocks above half of the best expected F1 maximises the expected
 * F1 of the words. `cut` corrects this: the threshold is higher on certain pages, and lower on others.
 */
export function thresholdOf(probabilities: Float32Array, blocks: readonly CountedBlock[], cut: CutSettings): number {
  const threshold = cut.share * expectedF1(probabilities, blocks) ** cut.power;
  return Math.min(cut.most, Math.max(cut.least, threshold));
}

/**
 * The cut of a page by the probabilities of its kind: the best threshold of an article is too high for documentation and
 * listings, and too low for products. Pages in scripts without real training pages keep the cut of articles, because the
 * model is unsure of everything there.
 */
export function cutOfPage(cut: CutSettings, kinds: Float32Array, blocks: readonly TextBlock[]): CutSettings {
  if (isInOtherScript(blocks)) return cut;
  const factor = kinds.reduce((sum, probability, kind) => sum + probability * (cut.kinds[kind] as number), 0);
  return { ...cut, share: cut.share * factor };
}

/** By block: 1 is kept. Faster than `Uint8Array.from`, which uses an iterator. */
export function keepAbove(probabilities: Float32Array, threshold: number): Uint8Array {
  const kept = new Uint8Array(probabilities.length);
  for (let block = 0; block < kept.length; block++) kept[block] = (probabilities[block] as number) > threshold ? 1 : 0;
  return kept;
}

/** The best F1 that any number of the most probable blocks can expect. */
export function expectedF1(probabilities: Float32Array, blocks: readonly CountedBlock[]): number {
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
