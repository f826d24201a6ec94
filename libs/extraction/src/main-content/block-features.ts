import { containerFeatures } from './features/container-features';
import { copyFeatures } from './features/copy-features';
import { FeatureRow } from './features/feature-group';
import { pageFeatures } from './features/page-features';
import { pathFeatures } from './features/path-features';
import { placeFeatures } from './features/place-features';
import { recordFeatures } from './features/record-features';
import { sectionFeatures } from './features/section-features';
import { signalFeatures } from './features/signal-features';
import { textFeatures } from './features/text-features';
import { PAGE_KINDS } from './kind/page-kinds';
import type { PageView } from './page-view';

const GROUPS = [
  ...[textFeatures, copyFeatures, pathFeatures, placeFeatures, containerFeatures, recordFeatures, pageFeatures],
  sectionFeatures,
  signalFeatures,
];

/** Probabilities of the kinds of the page, the same for all its blocks. */
const KIND_FEATURE_NAMES = PAGE_KINDS.map((kind) => `is:${kind}`);

/** In the order of the figures in a row. A model is trained for these names in this order. */
export const FEATURE_NAMES: readonly string[] = [...GROUPS.flatMap((group) => group.names), ...KIND_FEATURE_NAMES];
export const FEATURE_COUNT = FEATURE_NAMES.length;

/** A row of FEATURE_COUNT values for every block. `kinds`: the probabilities of PAGE_KINDS. */
export function computeFeatures(view: PageView, kinds: Float32Array): Float32Array {
  const values = new Float32Array(view.blocks.length * FEATURE_COUNT);
  openFeatures(view, kinds)(0, view.blocks.length, values);
  return values;
}

/** Returns a function that writes the rows of `count` blocks, from block `first` on, to the start of `values`. */
export function openFeatures(
  view: PageView,
  kinds: Float32Array,
): (first: number, count: number, values: Float32Array) => void {
  const writers = view.blocks.length === 0 ? [] : GROUPS.map((group) => group.open(view));
  return (first, count, values) => {
    const row = new FeatureRow(values);
    for (let block = first; block < first + count; block++) {
      for (const write of writers) write(block, row);
      for (const probability of kinds) row.put(probability);
    }
  };
}
