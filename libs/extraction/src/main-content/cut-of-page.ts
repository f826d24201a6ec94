import { isInOtherScript } from './is-in-other-script';
import type { CutSettings } from './scoring/model-format';
import type { TextBlock } from './text-blocks';

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
