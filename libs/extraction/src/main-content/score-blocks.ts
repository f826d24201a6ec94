import { FEATURE_COUNT, openFeatures } from './block-features';
import type { PageView } from './page-view';
import type { ScorerModel } from './scorer-model';
import { ROWS_AT_ONCE } from './scoring/row-sets';

/** The probability, 0..1, that a block is main content, by block. The figures of all blocks at once would be too many for the caches. */
export function scoreBlocks(view: PageView, model: ScorerModel): Float32Array {
  const { length } = view.blocks;
  const scores = new Float32Array(length);
  const writeFeatures = openFeatures(view);
  const features = new Float32Array(ROWS_AT_ONCE * FEATURE_COUNT);
  for (let first = 0; first < length; first += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, length - first);
    writeFeatures(first, count, features);
    scores.set(model.score(features.subarray(0, count * FEATURE_COUNT), count), first);
  }
  return scores;
}
