import { FEATURE_COUNT, openFeatures } from './block-features';
import { kindFigures } from './kind/kind-figures';
import type { PageView } from './page-view';
import type { ScorerModel } from './scorer-model';
import { ROWS_AT_ONCE } from './scoring/row-sets';

export interface PageScores {
  /** Probability of each of PAGE_KINDS. */
  kinds: Float32Array;
  /** By block: probability that it is main content. */
  scores: Float32Array;
}

/** Scores the blocks in batches: the features of all blocks at once exceed the caches of the processor. */
export function scoreBlocks(view: PageView, model: ScorerModel): PageScores {
  const { length } = view.blocks;
  const kinds = model.kinds(kindFigures(view));
  const scores = new Float32Array(length);
  const writeFeatures = openFeatures(view, kinds);
  const features = new Float32Array(ROWS_AT_ONCE * FEATURE_COUNT);
  for (let first = 0; first < length; first += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, length - first);
    writeFeatures(first, count, features);
    scores.set(model.score(features.subarray(0, count * FEATURE_COUNT), count), first);
  }
  return { kinds, scores };
}
